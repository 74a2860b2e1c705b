// What an update has to know about the installation, as one line of JSON. Each version answers for itself:
// the one that runs is asked, and the new one before it is put in its place.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { reachRunningDatabase } from '../../server/backup/running-database.ts';
import { type Config, loadDotEnv, readConfig } from '../../server/config.ts';
import { withBaseline } from '../../server/database/baseline.ts';
import { readMigrations } from '../../server/database/migrations.ts';
import { connectPlatform } from '../../server/database/sql/connect.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { readSecrets } from '../../server/keys/secrets.ts';
import { claimDataDirectory } from '../../server/lifecycle/data-directory.ts';
import { startDatabaseService } from '../../server/lifecycle/database-service.ts';
import { StartupError } from '../../server/startup-error.ts';
import type { Installation } from './installation-facts.ts';

const ROOT = path.join(import.meta.dirname, '../..');

async function describe(): Promise<Installation> {
  const config = readConfig(process.env, ROOT);
  const { dataDir, backupDir, databaseUrl, supabaseDir } = config;
  const embedded = databaseUrl === undefined;
  const isNew = embedded && !existsSync(path.join(dataDir, 'postgres'));
  const applied = isNew ? [] : await withDatabase(config, readApplied);
  const known = readMigrations(supabaseDir);
  const current = new Set(withBaseline(applied, known));
  return {
    dataDir,
    backupDir: backupDir ?? path.join(dataDir, 'backups'),
    embedded,
    isNew,
    healthUrl: healthUrl(config),
    migrations: applied,
    pending: known.filter(({ version }) => !current.has(version)).length,
    unknown: [...current].filter((version) => !known.some((one) => one.version === version)),
  };
}

/** That of a running server, an embedded one started for it, or DATABASE_URL. */
async function withDatabase<T>(config: Config, work: (sql: Sql) => Promise<T>): Promise<T> {
  const running = config.databaseUrl === undefined && (await reachRunningDatabase(config));
  if (running) return work(running).finally(() => running.end());
  const claim = config.databaseUrl === undefined ? claimDataDirectory(config.dataDir) : undefined;
  try {
    const { databasePassword } = await readSecrets(config.dataDir);
    const service = await startDatabaseService(config, databasePassword, () => undefined);
    const sql = connectPlatform(service.platform, { max: 1 });
    try {
      return await work(sql);
    } finally {
      await sql.end({ timeout: 5 });
      await service.stop();
    }
  } finally {
    claim?.release();
  }
}

async function readApplied(sql: Sql): Promise<string[]> {
  const [table] = await sql<{ exists: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as exists`;
  if (!table?.exists) return [];
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  return rows.map(({ version }) => version);
}

/** On this machine, past whatever stands before it. */
function healthUrl({ host, port, tls }: Config): string {
  const open = ['0.0.0.0', '::', '::0', ''].includes(host) ? '127.0.0.1' : host;
  const address = open.includes(':') ? `[${open}]` : open;
  if (tls !== undefined && tls.mode !== 'off') return `https://${address}:${tls.httpsPort}/health`;
  return `http://${address}:${port}/health`;
}

try {
  loadDotEnv(ROOT);
  console.log(JSON.stringify(await describe()));
  process.exit(0);
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
}
