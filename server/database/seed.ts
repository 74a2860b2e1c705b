import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReservedSql } from 'postgres';
import { StartupError } from '../lifecycle/startup-error.ts';
import { AS_OURSELVES, AS_OWNER } from './as-owner.ts';
import { explainSql } from './explain-sql.ts';

/** Loads the seed files of the project (`db.seed.sql_paths`), all or nothing. */
export async function loadSeed(
  sql: ReservedSql,
  supabaseDir: string,
  patterns: readonly string[],
): Promise<void> {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: supabaseDir }).sort());
  let current = '';
  try {
    await sql.unsafe(`begin;\n${AS_OWNER}`).simple();
    for (const file of files) {
      current = file;
      await sql.unsafe(readFileSync(path.join(supabaseDir, file), 'utf8')).simple();
    }
    await sql.unsafe(AS_OURSELVES).simple();
    await sql`update supabase_migrations.seed_loads set loaded_at = now()`;
    await sql`commit`;
  } catch (error) {
    await sql.unsafe(`rollback;\n${AS_OURSELVES}`).simple();
    throw new StartupError(`Seed ${current} failed: ${explainSql(error)}`, { cause: error });
  }
}
