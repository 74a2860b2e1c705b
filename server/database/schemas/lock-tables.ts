import type { Queryable } from '../sql/sql.ts';
import type { SchemaObject } from './schema-object.ts';

/** Below `deadlock_timeout`: who waits for a table of ours goes on, nobody's work is ended for it. */
const LOCK_TIMEOUT_MS = 400;

/**
 * All tables that triggers, policies and rights of these objects belong to, at once: taken one by one
 * they would meet requests that hold one table and wait for another. Only the owner's own; what is
 * locked by others for longer fails with 55P03, and the transaction has to be tried again.
 */
export async function lockTables(
  sql: Queryable,
  objects: readonly Pick<SchemaObject, 'kind' | 'name'>[],
): Promise<void> {
  await sql.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  const names = [...new Set(objects.flatMap(tableOf))];
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from unnest(${names}::text[]) as wanted
      join pg_class c on c.oid = to_regclass(wanted) and c.relkind = 'r'
     where c.relowner = current_user::regrole order by c.oid`;
  if (tables.length === 0) return;
  const list = tables.map(({ name }) => name).join(', ');
  await sql.unsafe(`lock table ${list} in access exclusive mode`);
}

function tableOf({ kind, name }: Pick<SchemaObject, 'kind' | 'name'>): string[] {
  if (kind === 'table rights') return [name];
  if (kind !== 'trigger' && kind !== 'policy') return [];
  return [name.slice(name.lastIndexOf(' on ') + 4)];
}
