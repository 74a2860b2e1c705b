import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Config, readConfig } from '../../server/config.ts';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { prepareDatabase } from '../../server/database/prepare-database.ts';
import { connectPlatform } from '../../server/database/sql/connect.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { applySchemas } from './apply-schemas.ts';

interface ScratchDatabases {
  readonly supabaseDir: string;
  /** Platform and migrations. */
  readonly migrated: Sql;
  /** Platform and schema files; made when it is asked for. */
  declared(): Promise<Sql>;
}

/** Runs work on new databases that are gone afterwards. One connection each: they keep settings. */
export async function withScratchDatabases<T>(
  root: string,
  work: (databases: ScratchDatabases) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-schemas-'));
  const config = readConfig({ DATA_DIR: dataDir }, root);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    password: 'scratch',
    report: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off' },
  });
  const migrated = connectPlatform(postgres.endpoint, { max: 1 });
  const opened = [migrated];
  try {
    await migrated`create database declared`;
    await migrate(migrated, config);
    return await work({
      supabaseDir: config.supabaseDir,
      migrated,
      async declared() {
        const sql = connectPlatform({ ...postgres.endpoint, database: 'declared' }, { max: 1 });
        opened.push(sql);
        await applySchemas(sql, config.supabaseDir);
        return sql;
      },
    });
  } finally {
    await Promise.all(opened.map((sql) => sql.end({ timeout: 5 })));
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function migrate(sql: Sql, { supabaseDir, project }: Config): Promise<void> {
  await prepareDatabase(sql, { supabaseDir, project, seed: false, report: () => undefined });
}
