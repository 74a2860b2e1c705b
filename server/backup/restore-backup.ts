import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ReservedSql, Sql } from 'postgres';
import { applyPlatform } from '../database/apply-platform.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { migrate, readMigrations } from '../database/migrations.ts';
import { connectPlatform } from '../database/open-database.ts';
import type { Secrets } from '../lifecycle/secrets.ts';
import { StartupError } from '../lifecycle/startup-error.ts';
import { readAll, readArchive } from './archive-reader.ts';
import { listTables } from './dump-tables.ts';
import { type Manifest, SECRETS_NAME } from './manifest.ts';
import { verifyBackup } from './verify-backup.ts';

interface Options {
  readonly file: string;
  readonly dataDir: string;
  readonly supabaseDir: string;
  readonly report: (step: string) => void;
}

/** Fills an empty data directory from a backup. Works across major versions of PostgreSQL. */
export async function restoreBackup(options: Options): Promise<Manifest> {
  const { file, dataDir, report } = options;
  if (existsSync(path.join(dataDir, 'postgres'))) {
    throw new StartupError(
      `${dataDir} already holds a database. Restore into an empty folder: DATA_DIR=./restored npm run db -- restore ${file}`,
    );
  }
  report('Checking the backup');
  const manifest = await verifyBackup(file);
  const secrets = await restoreSecrets(file, dataDir);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    password: secrets.databasePassword,
    report,
  });
  const sql = connectPlatform(postgres.endpoint, { max: 1 });
  try {
    const connection = await sql.reserve();
    await applyPlatform(connection);
    await migrate(connection, migrationsOf(manifest, options.supabaseDir), report);
    report('Loading the data');
    await loadTables(connection, file, manifest, dataDir);
    connection.release();
    await sql`analyze`;
  } finally {
    // A connection that failed in the middle of its work is not waited for.
    await sql.end({ timeout: 1 });
    await postgres.stop();
  }
  return manifest;
}

async function restoreSecrets(file: string, dataDir: string): Promise<Secrets> {
  for await (const { name, content } of readArchive(file)) {
    if (name !== SECRETS_NAME) continue;
    const text = await readAll(content);
    await writeFile(path.join(dataDir, 'secrets.json'), text, { mode: 0o600 });
    return JSON.parse(text.toString()) as Secrets;
  }
  throw new StartupError(`${file} holds no secrets.`);
}

/** Exactly the migrations the data was made under; newer ones are applied by the next start. */
function migrationsOf(manifest: Manifest, supabaseDir: string) {
  const all = readMigrations(supabaseDir);
  const known = new Set(all.map(({ version }) => version));
  const missing = manifest.migrations.find((version) => !known.has(version));
  if (missing) {
    throw new StartupError(
      `The backup was made by a newer version of the program (migration ${missing}). Update first.`,
    );
  }
  return all.filter(({ version }) => manifest.migrations.includes(version));
}

/** All or nothing, with triggers and foreign keys asleep: the data was checked when it was written. */
async function loadTables(
  sql: ReservedSql,
  file: string,
  manifest: Manifest,
  dataDir: string,
): Promise<void> {
  await sql`begin`;
  await sql`set local session_replication_role = replica`;
  for (const { schema, name } of await listTables(sql)) {
    await sql`truncate ${sql(schema)}.${sql(name)} cascade`;
  }
  const tables = new Map(manifest.tables.map((table) => [`${table.schema}.${table.name}`, table]));
  for await (const { name, content } of readArchive(file)) {
    const [kind, subject = ''] = name.split('/', 2);
    const table = tables.get(subject);
    if (kind === 'tables' && table) {
      const target = sql`
        copy ${sql(table.schema)}.${sql(table.name)} (${sql([...table.columns])}) from stdin`;
      await pipeline(content, await target.writable());
    } else if (kind === 'storage') {
      await restoreFile(path.join(dataDir, name), content);
    }
  }
  await restoreSequences(sql, manifest);
  await sql`commit`;
}

async function restoreFile(target: string, content: NodeJS.ReadableStream): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(target, { mode: 0o600, flush: true }));
}

async function restoreSequences(sql: Sql, { sequences }: Manifest): Promise<void> {
  for (const { schema, name, value } of sequences) {
    if (value === null) continue;
    await sql`select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass, ${value}::bigint)`;
  }
}
