import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRestApp, MEMBER, type RestApp } from '../../testing/rest-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let rest: RestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(`
    set role platform_owner;
    create table public.secrets (id int primary key, owner uuid);
    alter table public.secrets enable row level security;
    create policy own on public.secrets for select to authenticated using (owner = (select auth.uid()));
    grant select on public.secrets to authenticated;
    create view public.secret_list with (security_invoker) as select * from public.secrets;
    grant select on public.secret_list to authenticated;
    insert into public.secrets select n, case when n = 1 then '${MEMBER}'::uuid end from generate_series(1, 5000) n;
    reset role;
    analyze public.secrets`);
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

test.each(['planned', 'estimated'])(
  'A %s count tells nothing of rows one may not read',
  async (count) => {
    for (const name of ['secrets', 'secret_list']) {
      for (const filter of ['', '&id=gt.2000', '&owner=is.null']) {
        const { headers } = await rest.app.inject({
          url: `/rest/v1/${name}?select=id${filter}`,
          headers: { 'x-role': 'authenticated', prefer: `count=${count}` },
        });
        expect(headers['content-range']).toBe(filter === '' ? '0-0/1' : '*/0');
      }
    }
  },
);
