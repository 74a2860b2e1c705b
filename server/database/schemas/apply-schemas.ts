// Functions, views, triggers, policies, rights, comments and jobs of supabase/schemas: made again
// whenever their text changed, dropped when they are gone from the files.
import { setTimeout } from 'node:timers/promises';
import { AS_OURSELVES, AS_OWNER } from '../as-owner.ts';
import type { Queryable, ReservedSql } from '../sql/sql.ts';
import { dropObject, isSame } from './drop-object.ts';
import { lockTables } from './lock-tables.ts';
import { BUSY, codeOf, makeInOrder, type Step } from './make-in-order.ts';
import { hashOf, KINDS, type Kind, type SchemaObject } from './schema-object.ts';
import { statementsFor } from './schema-statements.ts';

type Named = Pick<SchemaObject, 'kind' | 'name'>;

export interface SchemaChanges {
  readonly changed: readonly SchemaObject[];
  readonly removed: readonly Named[];
}

const OTHER_SHAPE = '42P13';
const IN_USE = '2BP01';
const MAX_WAIT_MS = 120_000;
const MAX_PAUSE_MS = 300;

/** What the database was given, by its own record; as the table of migrations, ours to write. */
export const SCHEMA_OBJECTS = `create table if not exists supabase_migrations.schema_objects (
  kind text, name text, hash text not null, primary key (kind, name));`;

/** What differs between the files and that record. */
export async function findChanges(
  sql: Queryable,
  objects: readonly SchemaObject[],
): Promise<SchemaChanges> {
  await sql.unsafe(SCHEMA_OBJECTS);
  const stored = await sql<{ kind: Kind; name: string; hash: string }[]>`
    select kind, name, hash from supabase_migrations.schema_objects`;
  const hashes = new Map(stored.map((row) => [keyOf(row), row.hash]));
  const wanted = new Set(objects.map(keyOf));
  return {
    changed: objects.filter((object) => hashes.get(keyOf(object)) !== hashOf(object)),
    removed: stored.filter((row) => !wanted.has(keyOf(row))),
  };
}

/** All in one transaction, tried again while others use the tables. */
export async function applySchemas(
  sql: ReservedSql,
  objects: readonly SchemaObject[],
  owner = AS_OWNER,
): Promise<SchemaChanges> {
  const changes = await findChanges(sql, objects);
  if (changes.changed.length + changes.removed.length === 0) return changes;
  const until = Date.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      await sql.unsafe(`begin;\n${owner}`);
      await lockTables(sql, [...changes.changed, ...changes.removed]);
      await makeChanges(sql, objects, changes);
      await sql.unsafe(AS_OURSELVES);
      await recordChanges(sql, changes);
      await sql`commit`;
      return changes;
    } catch (error) {
      await sql.unsafe(`rollback;\n${AS_OURSELVES}`);
      if (!BUSY.has(codeOf(error)) || Date.now() > until) throw error;
      await setTimeout(Math.random() * MAX_PAUSE_MS);
    }
  }
}

/** Inside a transaction of the owner. */
export async function makeChanges(
  sql: Queryable,
  objects: readonly SchemaObject[],
  { changed, removed }: SchemaChanges,
): Promise<void> {
  await sql.unsafe('set local check_function_bodies = off');
  const stepsFor = (users: readonly Named[]): Step[] =>
    objects
      .filter((object) => users.some((user) => isSame(user, object)))
      .map((object) => stepFor(object));
  const stepFor = (object: SchemaObject): Step => ({
    label: `schemas/${object.file}: ${object.kind} ${object.name}`,
    text: statementsFor(object).join('\n'),
    retry: async (code) =>
      code === OTHER_SHAPE || code === IN_USE ? stepsFor(await dropObject(sql, object)) : undefined,
  });
  const users: Named[] = [];
  for (const gone of [...removed].sort(usersFirst)) users.push(...(await dropObject(sql, gone)));
  await makeInOrder(sql, [...changed.map(stepFor), ...stepsFor(users)]);
  await makeInOrder(sql, [AFTERWARDS, CHECK_RESTORED_ROWS]);
}

/** A project that derives more from its own catalog does it in `private.on_schemas_applied()`. */
export const AFTERWARDS: Step = {
  label: 'private.on_schemas_applied()',
  text: `do $$ begin
  if to_regprocedure('private.on_schemas_applied()') is not null then
    perform private.on_schemas_applied();
  end if;
end $$;`,
};

/** A restore leaves checks that ask a function until that function is the one the rows were written under. */
const CHECK_RESTORED_ROWS: Step = {
  label: 'checks of restored rows',
  text: `do $$ declare
  rule record;
begin
  for rule in
    select k.conrelid::regclass as name, k.conname from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'c' and not k.convalidated and c.relowner = current_user::regrole
  loop
    begin
      execute format('alter table %s validate constraint %I', rule.name, rule.conname);
    exception when check_violation then
      raise warning 'Rows of % do not fit %: it holds for new ones only.', rule.name, rule.conname;
    end;
  end loop;
end $$;`,
};

async function recordChanges(sql: Queryable, { changed, removed }: SchemaChanges): Promise<void> {
  for (const { kind, name } of removed) {
    await sql`delete from supabase_migrations.schema_objects where kind = ${kind} and name = ${name}`;
  }
  const rows = changed.map((object) => ({ ...nameOf(object), hash: hashOf(object) }));
  await sql`
    insert into supabase_migrations.schema_objects (kind, name, hash)
    select kind, name, hash from jsonb_to_recordset(${sql.json(rows)}) as object (kind text, name text, hash text)
    on conflict (kind, name) do update set hash = excluded.hash`;
}

function nameOf({ kind, name }: Named): Named {
  return { kind, name };
}

function keyOf({ kind, name }: Named): string {
  return `${kind} ${name}`;
}

function usersFirst(a: Named, b: Named): number {
  return KINDS.indexOf(b.kind) - KINDS.indexOf(a.kind);
}
