import type { Sql } from '../../server/database/sql/sql.ts';
import type { Verb } from './permissions.ts';
import { as, type Tx, type Who } from './world.ts';

// What the tests of rights take from the catalog, and how they try it.

export interface Relation {
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

export interface ClientFunction {
  readonly name: string;
  readonly signature: string;
  readonly names: readonly string[];
  readonly types: readonly string[];
  /** Whether a visitor without account may call it. */
  readonly isOpen: boolean;
}

/** Every table and view a client could address, from the catalog. */
export async function readRelations(sql: Sql): Promise<Map<string, Relation>> {
  const rows = await sql`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
      array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indexrelid = (select u.indexrelid from pg_index u
          where u.indrelid = c.oid and u.indisunique order by u.indisprimary desc limit 1)) as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`;
  return new Map(
    rows.map(({ name, key, columns }) => [
      name as string,
      // A view has no index; its rows are those of a table.
      { key: key.length > 0 ? key : ['company_id', 'id'], columns },
    ]),
  );
}

/** Every function a client may execute, from the catalog. */
export async function readFunctions(sql: Sql): Promise<ClientFunction[]> {
  const rows = await sql`
    select p.proname as name, p.oid::regprocedure::text as signature,
      coalesce((select array_agg(n order by i) from unnest(p.proargnames) with ordinality as a (n, i)
        where i <= p.pronargs), '{}') as names,
      array(select format_type(t, null) from unnest(p.proargtypes) as t) as types,
      has_function_privilege('anon', p.oid, 'execute') as is_open
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
      and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute'))`;
  return rows.map(({ name, signature, names, types, is_open }) => ({
    name,
    signature,
    names,
    types,
    isOpen: is_open,
  }));
}

const UNDO = new Error('undo');

/** Tries something and takes it back. Refused is: no right, or no row. Any other error comes after the permission. */
export async function isAllowed(
  sql: Sql,
  caller: Who,
  attempt: (tx: Tx) => Promise<number>,
): Promise<boolean> {
  let count = 0;
  try {
    await as(sql, caller, async (tx) => {
      count = await attempt(tx);
      throw UNDO;
    });
  } catch (error) {
    if (error !== UNDO) return (error as { code?: string }).code !== '42501';
  }
  return count > 0;
}

const literal = (value: unknown) =>
  value === null
    ? 'null'
    : `'${(value instanceof Date ? value.toISOString() : String(value)).replaceAll("'", "''")}'`;

/** The condition that is true for this row alone. */
export const isRow = (key: readonly string[], row: Readonly<Record<string, unknown>>): string =>
  key.map((name) => `"${name}" is not distinct from ${literal(row[name])}`).join(' and ');

/** Asked of the catalog once for each role of the database, not for each of thousands of attempts. */
const known = new WeakMap<Relation, Map<string, readonly string[]>>();

async function writableColumns(
  tx: Tx,
  right: 'insert' | 'update',
  table: string,
  relation: Relation,
): Promise<readonly string[]> {
  const [caller] = await tx`select current_user as role`;
  const question = `${right} ${caller?.['role']}`;
  const answers = known.get(relation) ?? new Map<string, readonly string[]>();
  known.set(relation, answers);
  const answer = answers.get(question);
  if (answer) return answer;
  const rights = await tx`select name from unnest(${relation.columns}::text[]) as name
    where has_column_privilege(${`public.${table}`}, name, ${right})
      and not exists (select from pg_attribute a where a.attrelid = ${`public.${table}`}::regclass and a.attname = name and a.attgenerated <> '')`;
  const writable = rights.map(({ name }) => name as string);
  answers.set(question, writable);
  return writable;
}

/** How many rows the caller reads, adds, changes or deletes: this one, or one like it. */
export async function tryVerb(
  tx: Tx,
  verb: Verb,
  table: string,
  relation: Relation,
  row: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { key } = relation;
  const where = isRow(key, row);
  if (verb === 'read') return (await tx.unsafe(`select * from ${table} where ${where}`)).length;
  if (verb === 'delete')
    return (await tx.unsafe(`delete from ${table} where ${where} returning 1`)).length;
  const right = verb === 'add' ? 'insert' : 'update';
  const writable = await writableColumns(tx, right, table, relation);
  if (verb === 'change') {
    const column = writable.find((name) => !key.includes(name) && name !== 'company_id');
    if (column === undefined) return 0;
    return (
      await tx.unsafe(`update ${table} set "${column}" = "${column}" where ${where} returning 1`)
    ).length;
  }
  if (writable.length === 0) return 0;
  const copied = 'id' in row && table !== 'profiles' ? { ...row, id: crypto.randomUUID() } : row;
  const list = writable.map((name) => `"${name}"`).join(', ');
  const rows = await tx.unsafe(
    `insert into ${table} (${list}) select ${list} from jsonb_populate_record(null::${table}, $1::text::jsonb)`,
    [JSON.stringify(copied)],
  );
  return rows.count;
}
