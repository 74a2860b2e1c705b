import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRestApp, type RestApp } from '../../testing/rest-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let rest: RestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(`
    set role platform_owner;
    create table public.people (id int primary key, boss_id int references public.people);
    create table public.entries (id int primary key, person_id int references public.people, note text);
    create index on public.entries (person_id);
    grant select on public.people, public.entries to anon;
    insert into public.people select n, nullif(n - 1, 0) from generate_series(1, 5) n;
    insert into public.entries select n, 1, repeat('x', 100) from generate_series(1, 560) n;
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

async function get(path: string) {
  const { statusCode, body } = await rest.app.inject(`/rest/v1/${path}`);
  return { status: statusCode, json: JSON.parse(body) };
}

test('Embedding back into the same table again and again is refused', async () => {
  const path = 'entries?select=id,people(entries(people(entries(id))))';
  expect(await get(path)).toMatchObject({
    status: 413,
    json: { code: '54001', details: 'entries > people > entries > people > entries' },
  });
  expect((await get('people?select=entries(people(entries(people(entries(id)))))')).status).toBe(
    413,
  );
});

test('There and back once is fine, and so is a tree of one table', async () => {
  const back = await get('entries?select=id,people(entries(id))&limit=3');
  expect(back.json).toHaveLength(3);
  expect(back.json[0].people.entries).toHaveLength(560);
  const tree = await get('people?select=id,people(id,people(id,people(id)))&id=eq.1');
  expect(tree.json).toEqual([
    { id: 1, people: [{ id: 2, people: [{ id: 3, people: [{ id: 4 }] }] }] },
  ]);
});

test.each([
  'entries?select=id,people(entries(*))',
  'entries?select=id,people(...entries(note))',
  'entries?select=count(),people(entries(*))',
])('An answer that would weigh too much ends before it is built: %s', async (path) => {
  expect(await get(path)).toMatchObject({
    status: 413,
    json: { code: '54000', message: 'The answer is too large' },
  });
  // The next one begins at nothing.
  expect((await get('people?select=id,entries(id)&id=eq.1')).json[0].entries).toHaveLength(560);
});
