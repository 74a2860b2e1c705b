import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '../startup-error.ts';
import { AS_OURSELVES, AS_OWNER } from './as-owner.ts';
import { explainSql } from './explain-sql.ts';
import type { ReservedSql } from './sql/sql.ts';

/** Loads the seed files of the project (`db.seed.sql_paths`), all or nothing. */
export async function loadSeed(
  sql: ReservedSql,
  supabaseDir: string,
  patterns: readonly string[],
): Promise<void> {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: supabaseDir }).sort());
  let current = '';
  try {
    await sql.unsafe(`begin;\n${AS_OWNER}`);
    for (const file of files) {
      current = file;
      await sql.unsafe(readFileSync(path.join(supabaseDir, file), 'utf8'));
    }
    await sql.unsafe(AS_OURSELVES);
    await sql`update supabase_migrations.seed_loads set loaded_at = now()`;
    await sql`commit`;
  } catch (error) {
    await sql.unsafe(`rollback;\n${AS_OURSELVES}`);
    throw new StartupError(`Seed ${current} failed: ${explainSql(error)}`, { cause: error });
  }
}
