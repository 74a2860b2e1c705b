// Everything the migrations made, read from the catalog of a database they were applied to.
import type { Queryable } from '../../server/database/sql/sql.ts';
import type { Definition } from './definition.ts';
import { lowerHead, lowerKeywords } from './lower-keywords.ts';
import { readForeignKeys, readFoundations, readPublications, readTypes } from './read-rest.ts';
import { readFunctions, readPolicies, readTriggers, readViews } from './read-routines.ts';
import { readTables } from './read-tables.ts';
import { prepareRights } from './rights.ts';

/** What the product has beyond the platform; `sql` must be a single connection. */
export async function readDefinitions(sql: Queryable): Promise<Definition[]> {
  await sql`set search_path = ''`;
  await prepareRights(sql);
  await prepareNeeds(sql);
  const rows = [
    ...(await readFoundations(sql)),
    ...(await readTypes(sql)),
    ...(await readTables(sql)),
    ...(await readForeignKeys(sql)),
    ...(await readViews(sql)),
    ...(await readFunctions(sql)),
    ...(await readTriggers(sql)),
    ...(await readPolicies(sql)),
    ...(await readPublications(sql)),
  ];
  await sql`reset search_path`;
  return rows.map(readable);
}

function readable(row: Definition): Definition {
  const lower = row.kind === 'function' ? lowerHead : lowerKeywords;
  const facts = Object.entries(row.facts).map(([name, text]) => [name, lower(text)]);
  return { ...row, sql: lower(row.sql), facts: Object.fromEntries(facts) };
}

async function prepareNeeds(sql: Queryable): Promise<void> {
  await sql.unsafe(`
    create or replace function pg_temp.object_id(class oid, object oid) returns text language sql as $$
      select case when class = 'pg_type'::regclass then (
          select case when row_of.relkind in ('r', 'v', 'm', 'p') then 'pg_class:' || row_of.oid else 'pg_type:' || item.oid end
            from pg_type t join pg_type item on item.oid = case when t.typelem <> 0 and t.typcategory = 'A' then t.typelem else t.oid end
            left join pg_class row_of on row_of.oid = item.typrelid
           where t.oid = object)
        else class::regclass || ':' || object end
    $$;
    create or replace function pg_temp.needs_of(class regclass, object oid) returns text[] language sql as $$
      select array(select distinct pg_temp.object_id(d.refclassid, d.refobjid) from pg_depend d
        where d.classid = class and d.objid = object and d.deptype in ('n', 'a'))
    $$`);
}

/** Names and texts of everything that counts, to compare two databases. */
export function factsOfAll(definitions: readonly Definition[]): Record<string, string> {
  return Object.assign({}, ...definitions.map(({ facts }) => facts));
}
