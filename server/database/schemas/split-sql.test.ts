import { expect, test } from 'vitest';
import { identify } from './schema-object.ts';
import { splitSql } from './split-sql.ts';

test('a semicolon ends a statement unless it stands in a text, a name, a comment or a body', () => {
  const text = `-- first; of all
create function private.a(b text default 'x;y', "c;d" int) returns text language sql as $$ select 1; $$;
/* ; */ comment on function private.a(text, int) is 'it''s; fine';
create function private.e() returns int language sql begin atomic select 1; select 2; end;
select 1`;
  expect(splitSql(text).map((statement) => statement.split('\n').at(-1))).toEqual([
    text.split('\n')[1],
    text.split('\n')[2],
    text.split('\n')[3],
    'select 1',
  ]);
});

test('a function is known by its argument types, whatever their names and defaults', () => {
  const name = (args: string) => {
    const found = identify(`create function private.f(${args}) returns int language sql as $$$$;`);
    return found === 'structure' ? found : found.name;
  };
  expect(name('')).toBe('private.f()');
  expect(name("a uuid, b timestamptz default now(), c text[] default array['x,y', 'z']")).toBe(
    'private.f(uuid, timestamptz, text[])',
  );
  expect(name('in a numeric(10, 2), out b int, variadic c text[]')).toBe(
    'private.f(numeric(10, 2), text[])',
  );
  expect(name('bigint')).toBe('private.f(bigint)');
});

test.each([
  ['create policy "Read it" on public.a for select using (true);', 'policy "Read it" on public.a'],
  [
    'create or replace trigger t after insert or update of b on public.a for each row execute function private.f();',
    'trigger t on public.a',
  ],
  ['alter table public.a enable row level security;', 'table rights public.a'],
  ['grant select (b, c) on public.a to authenticated;', 'table rights public.a'],
  ['grant execute on function public.f(uuid) to authenticated;', 'function public.f'],
  ["comment on column public.a.b is 'x';", 'comment column public.a.b'],
  ["select cron.schedule('nightly', '0 3 * * *', 'select 1');", 'job nightly'],
])('%s is %s', (statement, expected) => {
  const found = identify(statement);
  expect(found === 'structure' ? found : `${found.kind} ${found.name}`).toBe(expected);
});

test('what migrations make is structure; what nobody knows is refused', () => {
  expect(identify('create table public.a (b int);')).toBe('structure');
  expect(identify('create unique index i on public.a (b);')).toBe('structure');
  expect(() => identify('update public.a set b = 1;')).toThrow('what kind of statement');
});
