import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '../startup-error.ts';
import { setDefaultRights } from './default-rights.ts';
import type { ReservedSql } from './sql/sql.ts';

const PLATFORM_DIR = path.join(import.meta.dirname, '../platform');
const OLDEST_POSTGRES = 150_000;
const INSUFFICIENT_PRIVILEGE = '42501';
/** A message of our own SQL, which says what to do. */
const RAISED = 'P0001';

/**
 * Brings the database to what a hosted Supabase project has before its first migration. The first
 * file makes the roles, as whoever we are; what the others make belongs to the owner role.
 */
export async function applyPlatform(sql: ReservedSql, isExposed = true): Promise<void> {
  await refuseOldPostgres(sql);
  const files = readdirSync(PLATFORM_DIR)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  for (const [index, name] of files.entries()) {
    const text = readFileSync(path.join(PLATFORM_DIR, name), 'utf8');
    const role = index === 0 ? '' : 'set local role platform_owner;\n';
    try {
      await sql.unsafe(`begin;\n${role}${text}\n;commit`);
    } catch (error) {
      await sql.unsafe('rollback');
      throw index === 0 ? await explainRoles(sql, error) : failed(name, error);
    }
  }
  await setDefaultRights(sql, isExposed);
}

async function refuseOldPostgres(sql: ReservedSql): Promise<void> {
  const [row] = await sql`select current_setting('server_version_num')::int as version`;
  if (row?.['version'] >= OLDEST_POSTGRES) return;
  throw new StartupError(
    'DATABASE_URL leads to a PostgreSQL older than 15. Upgrade it to 15 or later.',
  );
}

function failed(name: string, cause: unknown): Error {
  return new Error(`platform/${name}: ${(cause as Error).message}`, { cause });
}

/** Roles belong to the whole cluster: another database's owner may have made them before. */
async function explainRoles(sql: ReservedSql, cause: unknown): Promise<Error> {
  const { code, message } = cause as { code?: string; message: string };
  if (code === RAISED) return new StartupError(`DATABASE_URL: ${message}`, { cause });
  if (code !== INSUFFICIENT_PRIVILEGE) return failed('001_roles_and_schemas.sql', cause);
  const [row] = await sql`
    select current_user as name, quote_ident(current_database()) as database`;
  if (message.includes('must be owner of schema')) {
    return new StartupError(
      `DATABASE_URL: the database belongs to somebody else (${message}). As an administrator run: alter database ${row?.['database']} owner to ${row?.['name']}`,
      { cause },
    );
  }
  return new StartupError(
    `DATABASE_URL: the user ${row?.['name']} may not create or use the roles (${message}). As an administrator run: alter role ${row?.['name']} createrole; grant anon, authenticated, service_role, authenticator, platform_owner to ${row?.['name']} with admin option`,
    { cause },
  );
}
