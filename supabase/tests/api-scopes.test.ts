import { expect, test } from 'vitest';
import { openCompany } from './world.ts';

const { db } = await openCompany();

test('every table, function and bucket that people reach has a line in private.api_scopes()', async () => {
  const missing = await db.sql<{ what: string }[]>`
    select 'table ' || c.relname as what from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p', 'm')
       and not exists (select from private.api_scopes() s where s.kind = 'table' and s.name = c.relname)
    union select 'function ' || p.proname from pg_proc p
     where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
       and not exists (select from private.api_scopes() s where s.kind = 'function' and s.name = p.proname)
    union select 'bucket ' || b.id from storage.buckets b
     where not exists (select from private.api_scopes() s where s.kind = 'bucket' and s.name = b.id)
    union select 'no ' || s.kind || ' ' || s.name from private.api_scopes() s
     where not case s.kind
       when 'table' then exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = s.name)
       when 'bucket' then exists (select from storage.buckets b where b.id = s.name)
       else exists (select from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = s.name) end
    order by what`;
  expect(missing.map(({ what }) => what)).toEqual([]);
});

test('each is named once, with known scopes', async () => {
  const wrong = await db.sql`
    select kind, name from private.api_scopes() s
     where not string_to_array(nullif(nullif(s.reads, ''), '*'), ' ') <@ private.scope_names()
        or not string_to_array(nullif(s.writes, ''), ' ') <@ private.scope_names()
        or s.kind = 'function' and s.writes <> ''
    union all select kind, name from private.api_scopes() group by kind, name having count(*) > 1`;
  expect(wrong).toEqual([]);
});
