import { migrate, readMigrations } from './migrations.ts';
import { applySchemas, type SchemaChanges } from './schemas/apply-schemas.ts';
import { readSchemas } from './schemas/read-schemas.ts';
import type { ReservedSql } from './sql/sql.ts';

/** A hosted project has no role of ours: whoever is connected owns what is made. */
export const AS_HOSTED_OWNER = 'set search_path = "$user", public, extensions;';

/** What `supabase db push` does, and what is made again from the files. */
export async function pushProject(
  sql: ReservedSql,
  supabaseDir: string,
): Promise<{ readonly applied: readonly string[]; readonly changes: SchemaChanges }> {
  await sql`create schema if not exists supabase_migrations`;
  const migrations = readMigrations(supabaseDir);
  const { applied } = await migrate(sql, migrations, undefined, AS_HOSTED_OWNER);
  const changes = await applySchemas(sql, readSchemas(supabaseDir).objects, AS_HOSTED_OWNER);
  return { applied, changes };
}
