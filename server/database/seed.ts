import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReservedSql } from 'postgres';
import { AS_OWNER } from './as-owner.ts';

/** Loads the seed files of the project (`db.seed.sql_paths`), all or nothing. */
export async function loadSeed(
  sql: ReservedSql,
  supabaseDir: string,
  patterns: readonly string[],
): Promise<void> {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: supabaseDir }).sort());
  const texts = files.map((file) => readFileSync(path.join(supabaseDir, file), 'utf8'));
  try {
    await sql.unsafe(`begin;\n${AS_OWNER}\n${texts.join('\n')}`).simple();
    await sql`reset role`;
    await sql`update supabase_migrations.seed_loads set loaded_at = now()`;
    await sql`commit`;
  } catch (error) {
    await sql.unsafe('rollback').simple();
    throw error;
  }
}
