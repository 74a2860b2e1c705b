import type { Sql } from '../database/sql/sql.ts';
import type { StoredKeys } from './keys.ts';

/**
 * Several servers on one database must accept each other's tokens, so there the keys of the first
 * one are everybody's: kept in the database, readable by its owner alone.
 */
export async function shareKeys(sql: Sql, own: StoredKeys): Promise<StoredKeys> {
  await writeFirstKeys(sql, own);
  return (await readSharedKeys(sql)) ?? own;
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

export async function writeSharedKeys(sql: Sql, keys: StoredKeys): Promise<void> {
  await sql`update supabase_migrations.server_keys set keys = ${sql.json(keys as never)}`;
}
