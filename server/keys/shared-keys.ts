import type { Sql } from '../database/sql/sql.ts';
import { hasLaterKeys, LATER_KEYS, type StoredKeys } from './keys.ts';

/**
 * Several servers on one database must accept each other's tokens, so there the keys of the first
 * one are everybody's: kept in the database, readable by its owner alone.
 */
export async function shareKeys(sql: Sql, own: StoredKeys): Promise<StoredKeys> {
  await writeFirstKeys(sql, own);
  const shared = (await readSharedKeys(sql)) ?? own;
  if (hasLaterKeys(shared)) return shared;
  await addLaterKeys(sql, own);
  return (await readSharedKeys(sql)) ?? shared;
}

/** Of several servers of this version that start on an older database the first one's are taken. */
async function addLaterKeys(sql: Sql, own: StoredKeys): Promise<void> {
  const later = Object.fromEntries(LATER_KEYS.map((name) => [name, own[name]]));
  await sql`
    update supabase_migrations.server_keys set keys = ${sql.json(later as never)} || keys
     where not keys ?& ${[...LATER_KEYS]}::text[]`;
}

/** Keys that are there already stay. */
export async function writeFirstKeys(sql: Sql, keys: StoredKeys): Promise<void> {
  await sql`
    insert into supabase_migrations.server_keys (keys) values (${sql.json(keys as never)})
    on conflict do nothing`;
}

export async function readSharedKeys(sql: Sql): Promise<StoredKeys | undefined> {
  const [row] = await sql<{ keys: StoredKeys }[]>`select keys from supabase_migrations.server_keys`;
  return row?.keys;
}

/** A key that came in the meantime stays. */
export async function writeSharedKeys(sql: Sql, keys: StoredKeys): Promise<void> {
  await sql`update supabase_migrations.server_keys set keys = keys || ${sql.json(keys as never)}`;
}
