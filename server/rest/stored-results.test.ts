import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRestApp, type RestApp } from '../../testing/rest-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let rest: RestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(`
    set role platform_owner;
    create type public.size as (width int, label text);
    create table public.shelves (id int primary key, name text);
    create table public.boxes (id int primary key, shelf_id int references public.shelves, name text, sizes public.size[]);
    create function public.shout(public.boxes) returns text language sql stable as $$ select upper($1.name) $$;
    grant select on public.shelves, public.boxes to anon;
    insert into public.shelves values (1, 'top');
    insert into public.boxes values (1, 1, 'a "b", c', array[row(1, 'x,y')::public.size]), (2, null, null, null);
    create table public.runs (id int generated always as identity);
    create function public.all_boxes() returns setof public.boxes language sql volatile security definer as $$ select * from public.boxes order by id $$;
    create function public.kinds() returns table (id int, big bigint, exact numeric, rough double precision, fixed character(3),
        bits bit(4), day date, at timestamptz, span interval, bytes bytea, doc jsonb, plain json, list text[], size public.size, found boolean, "we""ird" text)
      language sql volatile as $$
        select 1, 9007199254740993, 1.10, 0.1::float8, 'abc'::character(3), b'1010', date 'infinity', timestamptz '2026-11-14 00:13:20.003346+00',
          interval '1 day 2 hours', '\\x00ff'::bytea, '{"a": [1, null]}'::jsonb, '{"b":  2}'::json, array['x', null, 'y,"z"'], row(2, null)::public.size, true, 'line' || chr(10) || 'two'
        union all select 2, null, 'NaN', 'infinity', null, null, null, null, null, null, 'null', null, '{}', null, null, '' $$;
    create function public.count_run() returns table (id int, word text) language plpgsql volatile security definer as $$
      begin
        insert into public.runs default values;
        perform set_config('response.status', '202', true);
        return query select 1, 'no number'::text;
      end $$;
    grant execute on function public.shout(public.boxes), public.all_boxes(), public.kinds(), public.count_run() to anon;
    reset role`);
  const project = {
    schemas: ['public'],
    maxRows: 1000,
    extraSearchPath: ['public', 'extensions'],
    redirectUrls: [],
    seedPaths: [],
    raw: {},
  };
  rest = await createRestApp(database.endpoint, project);
});
afterAll(async () => {
  await rest.close();
  await database.drop();
});

const headers = { 'content-type': 'application/json', prefer: 'count=exact' };
const ask = (method: 'GET' | 'POST', path: string, accept = 'application/json') =>
  rest.app.inject({
    method,
    url: `/rest/v1/rpc/${path}`,
    headers: { ...headers, accept },
    ...(method === 'POST' ? { payload: '{}' } : {}),
  });

// A GET writes nothing, so its call and its rows are one statement.
test.each([
  ['kinds?id=gte.1'],
  ['kinds?id=eq.2'],
  ['kinds?order=id.desc&limit=1'],
  ['kinds?select=id::text,exact,doc->a,span'],
  ['kinds?select=id.count()'],
  ['all_boxes?select=*,shout,shelves(name)&order=id'],
  ['all_boxes?select=name,...shelves(shelf:name)&shelf_id=not.is.null'],
  ['kinds?id=gte.1', 'text/csv'],
  ['kinds?id=eq.1', 'application/vnd.pgrst.object+json'],
  ['kinds?id=gte.1', 'application/vnd.pgrst.object+json'],
])('%s is answered the same by a call of its own (%s)', async (path, accept = undefined) => {
  const together = await ask('GET', path, accept);
  expect([200, 206, 406], together.body).toContain(together.statusCode);
  const apart = await ask('POST', path, accept);
  expect(apart.body).toBe(together.body);
  expect(apart.statusCode).toBe(together.statusCode);
  expect(apart.headers['content-range']).toBe(together.headers['content-range']);
});

test('what a function did stays when its rows cannot be converted, and it says its own status', async () => {
  const failed = await ask('POST', 'count_run?select=word::int');
  expect([failed.statusCode, failed.json().code]).toEqual([400, '22P02']);
  const filtered = await ask('POST', 'count_run?id=eq.1');
  expect([filtered.statusCode, filtered.json()]).toEqual([202, [{ id: 1, word: 'no number' }]]);
  expect(await database.sql`select count(*)::int from runs`).toEqual([{ count: 2 }]);
});

test('what was asked wrongly is refused before the function runs', async () => {
  expect((await ask('POST', 'count_run?select=word::nothing')).statusCode).toBe(400);
  expect((await ask('POST', 'count_run?nothing=eq.1')).statusCode).toBe(400);
  expect(await database.sql`select count(*)::int from runs`).toEqual([{ count: 2 }]);
});
