// `npm run db -- migrate | reset | new NAME | types | push | bundle | hold | backup FILE | restore FILE | load FILE | verify FILE | check-files [--fix] | check-totals`.
// Backup and the checks also work while the server runs; the others want it stopped.
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { createBackup } from '../server/backup/create-backup.ts';
import { describeDifference } from '../server/backup/difference.ts';
import { loadBackup } from '../server/backup/load-backup.ts';
import type { Manifest } from '../server/backup/manifest.ts';
import { restoreBackup } from '../server/backup/restore-backup.ts';
import type { RestoreTestResult } from '../server/backup/restore-test.ts';
import { runRestoreTest } from '../server/backup/run-restore-test.ts';
import { reachRunningDatabase } from '../server/backup/running-database.ts';
import { type Config, loadDotEnv, readConfig } from '../server/config.ts';
import { readMigrations } from '../server/database/migrations.ts';
import { pushProject } from '../server/database/push-project.ts';
import { readSchemas } from '../server/database/schemas/read-schemas.ts';
import { connectPlatform } from '../server/database/sql/connect.ts';
import type { ReservedSql, Sql } from '../server/database/sql/sql.ts';
import { parseDatabaseUrl } from '../server/database/wire/endpoint.ts';
import { readSecrets } from '../server/keys/secrets.ts';
import { claimDataDirectory } from '../server/lifecycle/data-directory.ts';
import { startDatabaseService } from '../server/lifecycle/database-service.ts';
import { printProgress } from '../server/lifecycle/progress.ts';
import { updateDatabase } from '../server/lifecycle/update-database.ts';
import { StartupError } from '../server/startup-error.ts';
import { checkStorage } from '../server/storage/check-storage.ts';
import { openFiles } from '../server/storage/open-storage.ts';
import { generateTypes } from './generate-types.ts';
import { holdMigrations, nextVersion } from './landed-migrations.ts';
import { permissionsPage } from './permissions-page.ts';
import { readSchema } from './read-schema.ts';
import { bundlePending } from './schemas/bundle.ts';
import { readDefinitions } from './schemas/read-definitions.ts';
import { withScratchDatabases } from './schemas/scratch-databases.ts';
import { startMigration } from './schemas/start-migration.ts';
import { writeRelease } from './schemas/write-release.ts';

const ROOT = path.join(import.meta.dirname, '..');
const report = printProgress;

const COMMANDS: Readonly<Record<string, (argument: string | undefined) => Promise<void>>> = {
  migrate,
  reset,
  new: createMigration,
  types: writeTypes,
  push,
  bundle,
  hold,
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
  refuseExisting(target);
  const run = (sql: Sql) =>
    createBackup(sql, config.dataDir, target).catch(explainUnwritable(target));
  const running = await reachRunningDatabase(config);
  const manifest = running
    ? await run(running).finally(() => running.end())
    : await withDatabase(config, run);
  report(`Wrote ${target}: ${summary(manifest)}`);
}

/** A backup is renamed into its place: what stands there, a device too, would be gone. */
function refuseExisting(target: string): void {
  if (!lstatSync(target, { throwIfNoEntry: false })) return;
  throw new StartupError(`${target} exists already. Name a file that does not, or remove it.`);
}

function explainUnwritable(target: string) {
  return (cause: NodeJS.ErrnoException): never => {
    if (cause.syscall === undefined) throw cause;
    throw new StartupError(`${target} could not be written: ${cause.message}`, { cause });
  };
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

/** Restores it into a PostgreSQL of its own, which is gone afterwards, and compares; no server is touched. */
async function verify(file: string | undefined): Promise<void> {
  const { supabaseDir } = readConfig(process.env, ROOT);
  const backupFile = required(file);
  const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-verify-'));
  report('Restoring the backup and comparing it');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const result = await runRestoreTest(
    { file: backupFile, supabaseDir, place: { directory }, isUrgent: true },
    stop.signal,
  );
  report(explainResult(result));
}

function explainResult(result: RestoreTestResult | undefined): string {
  if (!result) throw new StartupError('Stopped. Nothing was changed.');
  const { outcome, difference, backupAt, neededBytes = 0, freeBytes = 0 } = result;
  if (difference?.kind === 'unreadable') throw new StartupError(difference.subject);
  if (difference) throw new StartupError(describeDifference(difference));
  if (outcome === 'skipped') {
    const [needed, free] = [neededBytes, freeBytes].map((bytes) => Math.round(bytes / 2 ** 20));
    throw new StartupError(
      `A restore needs ${needed} MiB in ${tmpdir()}, and ${free} MiB are free. Set TMPDIR to a folder with more room.`,
    );
  }
  const compared = `${result.rows} rows in ${result.tables} tables, ${result.files} files`;
  return outcome === 'passed'
    ? `Restored and the same: ${compared}, ${result.figures} figures of ${backupAt}`
    : `Restored and the same: ${compared} of ${backupAt}. Made by an earlier version, so hours and pay were not compared`;
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

/** Begins with what was changed about tables in supabase/schemas since the last migration. */
async function createMigration(name: string | undefined): Promise<void> {
  if (!name || !/^[a-z0-9_]+$/.test(name)) {
    throw new StartupError('Name the migration in small letters: npm run db -- new add_job_titles');
  }
  const { supabaseDir } = readConfig(process.env, ROOT);
  const text = await withScratchDatabases(ROOT, async ({ migrated, declared }) =>
    startMigration(
      await readDefinitions(await migrated()),
      await readDefinitions(await declared()),
      readSchemas(supabaseDir).structure,
    ),
  );
  writeMigration(supabaseDir, name, text);
}

function writeMigration(supabaseDir: string, name: string, text: string): void {
  const known = readMigrations(supabaseDir).map(({ version }) => version);
  const version = nextVersion(known, new Date());
  const file = path.join(supabaseDir, 'migrations', `${version}_${name}.sql`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text && `${text}\n`, { flag: 'wx' });
  report(`Created ${path.relative(ROOT, file)}`);
}

/** What is written from the SQL: the types of the client, the page about the API and columns of the one about rights. */
async function writeTypes(): Promise<void> {
  await withScratchDatabases(ROOT, async ({ complete, supabaseDir }) => {
    const sql = await complete();
    const types = path.join(supabaseDir, 'types.ts');
    writeFileSync(types, generateTypes(await readSchema(sql, 'public')));
    const permissions = path.join(ROOT, 'docs/permissions.md');
    writeFileSync(permissions, await permissionsPage(sql, readFileSync(permissions, 'utf8')));
    report(`Wrote ${path.relative(ROOT, types)} and docs/permissions.md`);
  });
}

/** To the hosted project that DATABASE_URL leads to, as its owner. */
async function push(): Promise<void> {
  const { supabaseDir } = readConfig(process.env, ROOT);
  const { applied, changes } = await withHostedProject((sql) => pushProject(sql, supabaseDir));
  report(
    `${applied.length} migrations applied, ${changes.changed.length} objects made, ${changes.removed.length} removed`,
  );
}

/** What that project lacks, or without DATABASE_URL what a new one does, for `supabase db push`. */
async function bundle(): Promise<void> {
  const { databaseUrl, supabaseDir } = readConfig(process.env, ROOT);
  const migrations = readMigrations(supabaseDir);
  const { objects } = readSchemas(supabaseDir);
  const text = databaseUrl
    ? await withHostedProject((sql) => bundlePending(sql, migrations, objects))
    : await withScratchDatabases(ROOT, async ({ migrated }) => {
        const connection = await (await migrated()).reserve();
        return bundlePending(connection, migrations, objects).finally(() => connection.release());
      });
  if (text === '') report('Nothing is pending');
  else writeMigration(supabaseDir, 'bundle', text);
}

async function withHostedProject<T>(work: (sql: ReservedSql) => Promise<T>): Promise<T> {
  const { databaseUrl } = readConfig(process.env, ROOT);
  if (databaseUrl === undefined) {
    throw new StartupError('Set DATABASE_URL to the hosted project, as its owner (postgres).');
  }
  const sql = connectPlatform(parseDatabaseUrl(databaseUrl), { max: 1 });
  const connection = await sql.reserve();
  try {
    return await work(connection);
  } finally {
    connection.release();
    await sql.end({ timeout: 5 });
  }
}

/** At a release: nobody edits the migrations that are there, and updates are tried from this database. */
async function hold(): Promise<void> {
  const { supabaseDir, project } = readConfig(process.env, ROOT);
  const held = holdMigrations(supabaseDir);
  const file = await withScratchDatabases(ROOT, ({ migrated }) =>
    writeRelease(migrated, supabaseDir, project.seedPaths),
  );
  report(`${held} more migrations are held; commit supabase/migrations.sha256 and ${file}`);
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
