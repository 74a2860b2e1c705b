import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../server/config.ts';
import { applyPlatform } from '../../server/database/apply-platform.ts';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { migrate, readMigrations } from '../../server/database/migrations.ts';
import { applySchemas } from '../../server/database/schemas/apply-schemas.ts';
import { readSchemas } from '../../server/database/schemas/read-schemas.ts';
import { connectPlatform } from '../../server/database/sql/connect.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { buildFromFiles } from './build-from-files.ts';

export interface ScratchDatabases {
  readonly supabaseDir: string;
  /** A database as a server makes it: migrations, then what is made again from the files. */
  complete(): Promise<Sql>;
  /** Migrations alone: tables, and nothing that is made again. */
  migrated(): Promise<Sql>;
  /** Files alone, tables included. */
  declared(): Promise<Sql>;
}

/** Runs work on new databases that are gone afterwards. One connection each: they keep settings. */
export async function withScratchDatabases<T>(
  root: string,
  work: (databases: ScratchDatabases) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-schemas-'));
  const { supabaseDir } = readConfig({ DATA_DIR: dataDir }, root);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    password: 'scratch',
    report: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off' },
  });
  const admin = connectPlatform(postgres.endpoint, { max: 1 });
  const opened = [admin];
  const open = async (name: string, fill: (sql: Sql) => Promise<void>): Promise<Sql> => {
    await admin.unsafe(`create database ${name}`);
    const sql = connectPlatform({ ...postgres.endpoint, database: name }, { max: 1 });
    opened.push(sql);
    await fill(sql);
    return sql;
  };
  try {
    return await work({
      supabaseDir,
      complete: () => open('complete', (sql) => fillByMigrations(sql, supabaseDir, true)),
      migrated: () => open('migrated', (sql) => fillByMigrations(sql, supabaseDir, false)),
      declared: () => open('declared', (sql) => buildFromFiles(sql, supabaseDir)),
    });
  } finally {
    await Promise.all(opened.map((sql) => sql.end({ timeout: 5 })));
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fillByMigrations(sql: Sql, supabaseDir: string, isComplete: boolean): Promise<void> {
  const connection = await sql.reserve();
  await applyPlatform(connection);
  await migrate(connection, readMigrations(supabaseDir));
  if (isComplete) await applySchemas(connection, readSchemas(supabaseDir).objects);
  connection.release();
}
