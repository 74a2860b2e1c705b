// `npm run db -- migrate | reset | new <name>`: the database of the configured server, while it is stopped.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { loadDotEnv, readConfig } from '../server/config.ts';
import { connectPlatform } from '../server/database/open-database.ts';
import { prepareDatabase } from '../server/database/prepare-database.ts';
import { claimDataDirectory } from '../server/lifecycle/data-directory.ts';
import { startDatabaseService } from '../server/lifecycle/database-service.ts';
import { readSecrets } from '../server/lifecycle/secrets.ts';
import { StartupError } from '../server/lifecycle/startup-error.ts';

const ROOT = path.join(import.meta.dirname, '..');
const report = (step: string) => console.log(`  · ${step}`);

const COMMANDS: Readonly<Record<string, (argument: string | undefined) => Promise<void>>> = {
  migrate,
  reset,
  new: createMigration,
};

async function migrate(): Promise<void> {
  const config = readConfig(process.env, ROOT);
  const claim = claimDataDirectory(config.dataDir);
  try {
    const { databasePassword } = await readSecrets(config.dataDir);
    const service = await startDatabaseService(config, databasePassword, report);
    const sql = connectPlatform(service.platform, { max: 2 });
    const { supabaseDir, project } = config;
    const seed = config.demo !== 'off';
    const { applied } = await prepareDatabase(sql, { supabaseDir, project, seed, report }).finally(
      async () => {
        await sql.end();
        await service.stop();
      },
    );
    report(applied.length > 0 ? `${applied.length} migrations applied` : 'Nothing to apply');
  } finally {
    claim.release();
  }
}

async function reset(confirmation: string | undefined): Promise<void> {
  const config = readConfig(process.env, ROOT);
  if (config.databaseUrl !== undefined) {
    throw new StartupError('reset works on the embedded database only; DATABASE_URL is set.');
  }
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

async function createMigration(name: string | undefined): Promise<void> {
  if (!name || !/^[a-z0-9_]+$/.test(name)) {
    throw new StartupError('Name the migration in small letters: npm run db -- new add_job_titles');
  }
  const config = readConfig(process.env, ROOT);
  const version = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = path.join(config.supabaseDir, 'migrations', `${version}_${name}.sql`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '', { flag: 'wx' });
  report(`Created ${path.relative(ROOT, file)}`);
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
