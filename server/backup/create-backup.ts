import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Queryable, Sql } from '../database/sql/sql.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { dumpTable, listSequences, listTables, setTextFormat } from './dump-tables.ts';
import { readFigures } from './figures.ts';
import {
  AUTHORITY_NAME,
  MANIFEST_NAME,
  type Manifest,
  SECRETS_NAME,
  type TableManifest,
} from './manifest.ts';
import { type FrozenFiles, freezeStoredFiles } from './stored-files.ts';

/**
 * Writes database, stored files and secrets to one file while the server goes on working. The data
 * is that of a single moment: one repeatable-read snapshot. Keep the file as safe as the server.
 */
export async function createBackup(sql: Sql, dataDir: string, file: string): Promise<Manifest> {
  const archive = new ArchiveWriter(file);
  const files = await freezeStoredFiles(dataDir);
  try {
    const manifest = await sql.begin('isolation level repeatable read, read only', (snapshot) =>
      writeArchive(snapshot, files, dataDir, archive),
    );
    await archive.add(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest, null, 2)));
    await archive.finish();
    return manifest;
  } catch (error) {
    throw (await archive.abandon()) ?? error;
  } finally {
    await files.release();
  }
}

async function writeArchive(
  snapshot: Queryable,
  files: FrozenFiles,
  dataDir: string,
  archive: ArchiveWriter,
): Promise<Manifest> {
  await setTextFormat(snapshot);
  // The first query takes the snapshot. Files that came since the first freeze are added now.
  const [server] = await snapshot<{ moment: Date; version: string; bytes: string }[]>`
    select now() as moment, current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes`;
  if (!server) throw new Error('PostgreSQL did not tell the time');
  await files.addNew();
  await archive.add(SECRETS_NAME, await readFile(path.join(dataDir, 'secrets.json')));
  const authority = await readIfThere(path.join(dataDir, AUTHORITY_NAME));
  if (authority) await archive.add(AUTHORITY_NAME, authority);
  const tables: TableManifest[] = [];
  for (const table of await listTables(snapshot)) {
    tables.push(await dumpTable(snapshot, table, archive));
  }
  const migrations = await snapshot<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  const createdAt = server.moment.toISOString();
  const figures = await readFiguresOrProblem(snapshot, createdAt);
  return {
    format: 1,
    createdAt,
    postgresVersion: server.version,
    migrations: migrations.map(({ version }) => version),
    tables,
    sequences: await listSequences(snapshot),
    files: await files.archive(archive),
    databaseBytes: Number(server.bytes),
    ...figures,
  };
}

async function readIfThere(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** A backup without figures is worth more than none because of them; its test will say so. */
async function readFiguresOrProblem(
  snapshot: Queryable,
  moment: string,
): Promise<Pick<Manifest, 'figures' | 'figuresProblem'>> {
  await snapshot`savepoint figures`;
  try {
    const figures = await readFigures(snapshot, moment);
    return figures ? { figures } : {};
  } catch (error) {
    await snapshot`rollback to savepoint figures`;
    return { figuresProblem: (error as Error).message };
  }
}
