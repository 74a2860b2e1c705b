import type { Queryable } from '../sql/sql.ts';
import { attempt, codeOf, explain, isMissing } from './make-in-order.ts';
import type { Kind, SchemaObject } from './schema-object.ts';
import { dropStatement } from './schema-statements.ts';

type Named = Pick<SchemaObject, 'kind' | 'name'>;

const IN_USE = '2BP01';

/** Drops it after the policies, triggers, views and functions that use it, which are returned. */
export async function dropObject(sql: Queryable, object: Named): Promise<Named[]> {
  const dropped: Named[] = [];
  for (;;) {
    const problem = await attempt(sql, dropStatement(object));
    if (problem === undefined || isMissing(problem)) return dropped;
    const users = codeOf(problem) === IN_USE ? await findUsers(sql, object) : [];
    if (users.length === 0) throw explain(`${object.kind} ${object.name}`, problem);
    for (const user of users) dropped.push(user, ...(await dropObject(sql, user)));
  }
}

/** Whether two names mean the same object; a function's arguments have several notations. */
export function isSame(a: Named, b: Named): boolean {
  const key = ({ kind, name }: Named) =>
    `${kind} ${kind === 'function' ? name.replace(/\(.*/s, '') : name.replaceAll('"', '')}`;
  return key(a) === key(b);
}

/** What depends on a function or a view and can be made again. */
async function findUsers(sql: Queryable, { kind, name }: Named): Promise<Named[]> {
  const [before] = await sql<{ path: string }[]>`select current_setting('search_path') as path`;
  await sql`select set_config('search_path', '', true)`;
  const users = await sql<{ kind: Kind; name: string }[]>`
    with target as (
      select to_regprocedure(${name})::oid as oid where ${kind} = 'function'
      union all select c.oid from pg_class c where ${kind} = 'view' and c.oid = to_regclass(${name})
      union all select unnest(array[t.oid, t.typarray]) from pg_type t where ${kind} = 'view' and t.typrelid = to_regclass(${name})
    ), users as (
      select distinct d.classid, d.objid from pg_depend d join target t on d.refobjid = t.oid where d.deptype = 'n'
    )
    select 'policy' as kind, format('%I on %s', p.polname, p.polrelid::regclass) as name
      from users u join pg_policy p on u.classid = 'pg_policy'::regclass and p.oid = u.objid
    union all
    select 'trigger', format('%I on %s', t.tgname, t.tgrelid::regclass)
      from users u join pg_trigger t on u.classid = 'pg_trigger'::regclass and t.oid = u.objid
    union all
    select 'function', u.objid::regprocedure::text from users u where u.classid = 'pg_proc'::regclass
    union all
    select 'view', r.ev_class::regclass::text
      from users u join pg_rewrite r on u.classid = 'pg_rewrite'::regclass and r.oid = u.objid
     where r.ev_class <> coalesce(to_regclass(${name}), 0)`;
  await sql`select set_config('search_path', ${before?.path ?? ''}, true)`;
  return users;
}
