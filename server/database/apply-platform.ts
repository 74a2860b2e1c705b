import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReservedSql } from 'postgres';
import { StartupError } from '../lifecycle/startup-error.ts';

const PLATFORM_DIR = path.join(import.meta.dirname, '../platform');
const OLDEST_POSTGRES = 150_000;

/**
 * Brings the database to what a hosted Supabase project has before its first migration. The first
 * file makes the roles, as whoever we are; what the others make belongs to the owner role.
 */
export async function applyPlatform(sql: ReservedSql): Promise<void> {
  await refuseOldPostgres(sql);
  const files = readdirSync(PLATFORM_DIR)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  for (const [index, name] of files.entries()) {
    const text = readFileSync(path.join(PLATFORM_DIR, name), 'utf8');
    const role = index === 0 ? '' : 'set local role platform_owner;\n';
    try {
      await sql.unsafe(`begin;\n${role}${text}\n;commit`).simple();
    } catch (error) {
      await sql.unsafe('rollback').simple();
      throw new Error(`platform/${name}: ${(error as Error).message}`, { cause: error });
    }
  }
}

async function refuseOldPostgres(sql: ReservedSql): Promise<void> {
  const [row] = await sql`select current_setting('server_version_num')::int as version`;
  if (row?.['version'] >= OLDEST_POSTGRES) return;
  throw new StartupError(
    'DATABASE_URL leads to a PostgreSQL older than 15. Upgrade it to 15 or later.',
  );
}
