// `npm run db -- migrate | reset | new NAME | hold | schemas | backup FILE | restore FILE | load FILE | verify FILE | check-files [--fix] | check-totals`.
// Backup and the checks also work while the server runs; the others want it stopped.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { createBackup } from '../server/backup/create-backup.ts';
import { loadBackup } from '../server/backup/load-backup.ts';
import type { Manifest } from '../server/backup/manifest.ts';
import { restoreBackup } from '../server/backup/restore-backup.ts';
import { reachRunningDatabase } from '../server/backup/running-database.ts';
import { verifyBackup } from '../server/backup/verify-backup.ts';
import { type Config, loadDotEnv, readConfig } from '../server/config.ts';
import { readMigrations } from '../server/database/migrations.ts';
import { connectPlatform } from '../server/database/sql/connect.ts';
import type { Sql } from '../server/database/sql/sql.ts';
import { readSecrets } from '../server/keys/secrets.ts';
import { claimDataDirectory } from '../server/lifecycle/data-directory.ts';
import { startDatabaseService } from '../server/lifecycle/database-service.ts';
import { printProgress } from '../server/lifecycle/progress.ts';
import { updateDatabase } from '../server/lifecycle/update-database.ts';
import { StartupError } from '../server/startup-error.ts';
import { checkStorage } from '../server/storage/check-storage.ts';
import { openFiles } from '../server/storage/open-storage.ts';
import { holdMigrations, nextVersion } from './landed-migrations.ts';
import { readDefinitions } from './schemas/read-definitions.ts';
import { refreshSchemas } from './schemas/refresh-schemas.ts';
import { withScratchDatabases } from './schemas/scratch-databases.ts';
import { startMigration } from './schemas/start-migration.ts';

const ROOT = path.join(import.meta.dirname, '..');
const report = printProgress;

const COMMANDS: Readonly<Record<string, (argument: string | undefined) => Promise<void>>> = {
  migrate,
  reset,
  new: createMigration,
  hold,
  schemas: writeDefinitions,
  backup,
  restore,
  load,
  verify,
  'check-files': checkFiles,
  'check-totals': checkTotals,
};

/** Runs work on the configured database, which is started for it unless a server has it running. */
async function withDatabase<T>(config: Config, work: (sql: Sql) => Promise<T>): Promise<T> {
  const claim = claimDataDirectory(config.dataDir);
  try {
    const { databasePassword } = await readSecrets(config.dataDir);
    const service = await startDatabaseService(config, databasePassword, report);
    const sql = connectPlatform(service.platform, { max: 2 });
    try {
      return await work(sql);
    } finally {
      // A connection that failed in the middle of its work is not waited for.
      await sql.end({ timeout: 5 });
      await service.stop();
    }
  } finally {
    claim.release();
  }
}

async function migrate(): Promise<void> {
  const config = readConfig(process.env, ROOT);
  const { applied } = await withDatabase(config, (sql) => updateDatabase(sql, config, report));
  report(applied.length > 0 ? `${applied.length} migrations applied` : 'Nothing to apply');
}

async function backup(file: string | undefined): Promise<void> {
  const config = embeddedConfig('backup');
  const target = path.resolve(file ?? `chalkline-${new Date().toISOString().slice(0, 10)}.tar.zst`);
  const run = (sql: Sql) => createBackup(sql, config.dataDir, target);
  const running = await reachRunningDatabase(config);
  const manifest = running
    ? await run(running).finally(() => running.end())
    : await withDatabase(config, run);
  report(`Wrote ${target}: ${summary(manifest)}`);
}

async function restore(file: string | undefined): Promise<void> {
  const config = embeddedConfig('restore');
  const claim = claimDataDirectory(config.dataDir);
  try {
    const { dataDir, supabaseDir } = config;
    const manifest = await restoreBackup({ file: required(file), dataDir, supabaseDir, report });
    report(`Restored ${summary(manifest)} of ${manifest.createdAt} into ${dataDir}`);
  } finally {
    claim.release();
  }
}

/** Into the empty database that DATABASE_URL names; uploaded files go to DATA_DIR or S3_URL. */
async function load(file: string | undefined): Promise<void> {
  const config = readConfig(process.env, ROOT);
  if (config.databaseUrl === undefined) {
    throw new StartupError('load fills the database of DATABASE_URL; restore fills a DATA_DIR.');
  }
  const { supabaseDir, s3Url, dataDir } = config;
  const files = await openFiles(s3Url, path.join(dataDir, 'storage'));
  const manifest = await withDatabase(config, (sql) =>
    loadBackup(sql, { file: required(file), supabaseDir, files, report }),
  );
  report(`Loaded ${summary(manifest)} of ${manifest.createdAt}`);
}

async function verify(file: string | undefined): Promise<void> {
  const manifest = await verifyBackup(required(file));
  report(`Whole: ${summary(manifest)} of ${manifest.createdAt}`);
}

/** Compares stored files with their rows; `--fix` removes what lacks its other half. */
async function checkFiles(option: string | undefined): Promise<void> {
  const config = readConfig(process.env, ROOT);
  const fix = option === '--fix';
  const files = await openFiles(config.s3Url, path.join(config.dataDir, 'storage'));
  const running = await reachRunningDatabase(config);
  // Other servers may be uploading to a shared store: only a stopped one of our own is surely still.
  const alone = !running && config.databaseUrl === undefined;
  const check = (sql: Sql) => checkStorage(sql, files, { fix, ...(alone && { graceMs: 0 }) });
  const found = running
    ? await check(running).finally(() => running.end())
    : await withDatabase(config, check);
  report(`${found.objects} objects, ${found.files} files`);
  const done = fix ? 'removed' : 'npm run db -- check-files --fix removes them';
  for (const name of found.rowsWithoutFile) report(`${name}: the file is missing (${done})`);
  for (const name of found.filesWithoutRow) report(`file ${name}: no object has it (${done})`);
  for (const name of found.rowsWithOtherSize) report(`${name}: the file has another size`);
}

/** Counts all work anew from the entries and names every sum that is kept otherwise. */
async function checkTotals(): Promise<void> {
  const config = readConfig(process.env, ROOT);
  const check = (sql: Sql) => sql`select * from private.work_totals_differences()`;
  const running = await reachRunningDatabase(config);
  const found = running
    ? await check(running).finally(() => running.end())
    : await withDatabase(config, check);
  for (const row of found) report(JSON.stringify(row));
  if (found.length > 0) {
    throw new StartupError(
      `${found.length} totals differ from their entries; [seconds, unpaid and paid break seconds, entries].`,
    );
  }
  report('All totals are what their entries say');
}

function summary({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows in ${tables.length} tables, ${files.length} files`;
}

function required(file: string | undefined): string {
  if (!file) throw new StartupError('Name the backup file: npm run db -- verify FILE');
  return path.resolve(file);
}

function embeddedConfig(command: string): Config {
  const config = readConfig(process.env, ROOT);
  if (config.databaseUrl === undefined) return config;
  throw new StartupError(
    `${command} works on the embedded database; DATABASE_URL is set. Use the tools of that PostgreSQL (pg_dump).`,
  );
}

async function reset(confirmation: string | undefined): Promise<void> {
  const config = embeddedConfig('reset');
  if (confirmation !== '--yes' && !(await confirm(`Delete everything in ${config.dataDir}?`)))
    return;
  const claim = claimDataDirectory(config.dataDir);
  for (const name of ['postgres', 'postgres.new', 'storage', 'run']) {
    rmSync(path.join(config.dataDir, name), { recursive: true, force: true });
  }
  claim.release();
  await migrate();
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`  ${question} (yes/no) `);
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}

/** Begins with what was changed in supabase/schemas since the last migration. */
async function createMigration(name: string | undefined): Promise<void> {
  if (!name || !/^[a-z0-9_]+$/.test(name)) {
    throw new StartupError('Name the migration in small letters: npm run db -- new add_job_titles');
  }
  const config = readConfig(process.env, ROOT);
  const known = readMigrations(config.supabaseDir).map(({ version }) => version);
  const version = nextVersion(known, new Date());
  const file = path.join(config.supabaseDir, 'migrations', `${version}_${name}.sql`);
  const text = await withScratchDatabases(ROOT, async ({ migrated, declared }) =>
    startMigration(await readDefinitions(migrated), await readDefinitions(await declared())),
  );
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text && `${text}\n`, { flag: 'wx' });
  report(`Created ${path.relative(ROOT, file)}`);
}

async function writeDefinitions(): Promise<void> {
  for (const file of await refreshSchemas(ROOT)) report(`Wrote ${file}`);
}

/** At a release: from now on nobody edits the migrations that are there. */
async function hold(): Promise<void> {
  const { supabaseDir } = readConfig(process.env, ROOT);
  report(
    `${holdMigrations(supabaseDir)} more migrations are held; commit supabase/migrations.sha256`,
  );
}

const [name = '', argument] = process.argv.slice(2);
const command = COMMANDS[name];
try {
  if (!command) throw new StartupError(`npm run db -- ${Object.keys(COMMANDS).join(' | ')}`);
  loadDotEnv(ROOT);
  await command(argument);
  process.exit(0);
} catch (error) {
  console.error(error instanceof StartupError ? `\n  ${error.message}\n` : error);
  process.exit(1);
}
