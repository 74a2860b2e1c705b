import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRestApp, type RestApp } from '../../testing/rest-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

const project = {
  schemas: ['public'],
  maxRows: 10,
  extraSearchPath: ['public', 'extensions'],
  redirectUrls: [],
  seedPaths: [],
  raw: {},
};

let home: TestDatabase;
let servers: RestApp[];

beforeAll(async () => {
  home = await createTestDatabase();
  servers = [
    await createRestApp(home.endpoint, project, 2),
    await createRestApp(home.endpoint, project, 2),
  ];
});

afterAll(async () => {
  for (const server of servers) await server.close();
  await home.drop();
});

const ask = async (server: RestApp, path: string) =>
  (
    await server.app.inject({ url: `/rest/v1/${path}`, headers: { 'x-role': 'service_role' } })
  ).json();

test('every server of a database learns of a change when it is announced', async () => {
  await home.sql.unsafe(`
    create table public.news (id integer primary key, headline text);
    grant all on public.news to service_role;
    insert into public.news values (1, 'new table');
    notify pgrst, 'reload schema'`);
  for (const server of servers) {
    await expect.poll(() => ask(server, 'news')).toEqual([{ id: 1, headline: 'new table' }]);
  }
  await home.sql.unsafe(`
    alter table public.news add column author text default 'Ada';
    alter table public.news drop column headline;
    notify pgrst, 'reload schema'`);
  for (const server of servers) {
    await expect.poll(() => ask(server, 'news?select=*')).toEqual([{ id: 1, author: 'Ada' }]);
    await expect
      .poll(() => ask(server, 'news?select=headline'))
      .toMatchObject({ code: '42703', message: 'column news.headline does not exist' });
  }
});

test('a change nobody announced is noticed when somebody asks for it', async () => {
  await home.sql.unsafe(`
    create table public.rumours (id integer primary key);
    grant all on public.rumours to service_role`);
  for (const server of servers) {
    await expect.poll(() => ask(server, 'rumours')).toEqual([]);
  }
});
