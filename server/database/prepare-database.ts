import type { ProjectConfig } from '../config.ts';
import { applyPlatform } from './apply-platform.ts';
import { exposesNewTables } from './default-rights.ts';
import { type MigrationReport, migrate, readMigrations, skippedMigrations } from './migrations.ts';
import { applySchemas } from './schemas/apply-schemas.ts';
import { readSchemas } from './schemas/read-schemas.ts';
import { loadSeed } from './seed.ts';
import type { Queryable, Sql } from './sql/sql.ts';

interface Options {
  readonly supabaseDir: string;
  readonly project: ProjectConfig;
  /** Whether to load the seed into a database that had no migration before. */
  readonly seed: boolean;
  readonly report: (step: string) => void;
}

/** Any number, the same for every server: only one of them prepares a database at a time. */
const LOCK = 4_202_611_015n;

/** Platform SQL, migrations and seed, one server at a time; the others wait and find it done. */
export async function prepareDatabase(sql: Sql, options: Options): Promise<MigrationReport> {
  const connection = await sql.reserve();
  try {
    await connection`select pg_advisory_lock(${LOCK.toString()}::bigint)`;
    await applyPlatform(connection, exposesNewTables(options.project));
    if (options.seed) await planSeed(connection);
    const migrations = readMigrations(options.supabaseDir);
    for (const file of skippedMigrations(options.supabaseDir)) {
      options.report(`Skipping ${file}: migrations are named like 20260101120000_name.sql`);
    }
    const result = await migrate(connection, migrations, options.report);
    await applySchemas(connection, readSchemas(options.supabaseDir).objects);
    if (options.seed && (await isSeedDue(connection))) {
      options.report('Loading the demo company');
      await loadSeed(connection, options.supabaseDir, options.project.seedPaths);
    }
    await connection`notify pgrst, 'reload schema'`;
    return result;
  } finally {
    await connection`select pg_advisory_unlock(${LOCK.toString()}::bigint)`.catch(() => undefined);
    connection.release();
  }
}

/**
 * Noted before the first migration, so that a first start that was killed on the way still gets its
 * seed from the next one, while a database that began without one is left alone.
 */
async function planSeed(connection: Queryable): Promise<void> {
  const [row] = await connection`
    select to_regclass('supabase_migrations.schema_migrations') is null as is_new`;
  if (!row?.['is_new']) return;
  await connection`
    insert into supabase_migrations.seed_loads (planned_at)
    select now() where not exists (select from supabase_migrations.seed_loads)`;
}

async function isSeedDue(connection: Queryable): Promise<boolean> {
  const rows = await connection`
    select from supabase_migrations.seed_loads where loaded_at is null`;
  return rows.length > 0;
}
