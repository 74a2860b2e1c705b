import { afterAll, beforeAll, expect } from 'vitest';
import { applySchemas } from '../../server/database/schemas/apply-schemas.ts';
import {
  identify,
  type Kind,
  type SchemaObject,
} from '../../server/database/schemas/schema-object.ts';
import type { ReservedSql } from '../../server/database/sql/sql.ts';
import { testOnOurServer as test } from '../../testing/hosted.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let db: TestDatabase;
let sql: ReservedSql;

beforeAll(async () => {
  db = await createTestDatabase({ connections: 3 });
  sql = await db.sql.reserve();
  await sql`delete from supabase_migrations.schema_objects`;
});
afterAll(async () => {
  sql.release();
  await db.drop();
});

function object(...statements: string[]): SchemaObject {
  const found = identify(statements[0] ?? '');
  if (found === 'structure') throw new Error('no object');
  return { ...found, kind: found.kind as Kind, statements, file: 'test/test.sql' };
}

const KIND = `create function private.paint_kind(paint text) returns`;
const INT = object(`${KIND} int language sql stable as $$ select length(paint) $$;`);
const TEXT = object(`${KIND} text language sql stable as $$ select 'matt' $$;`);
const POLICY = object(
  `create policy "By paint" on public.units for select to anon using (private.paint_kind(name) is not null);`,
);
const CALLABLE = object(
  `create function public.paint() returns int language sql as $$ select 1 $$;`,
  'grant execute on function public.paint() to authenticated;',
);

const namesOf = ({ changed, removed }: Awaited<ReturnType<typeof applySchemas>>) => [
  ...changed.map(({ name }) => name),
  ...removed.map(({ name }) => `- ${name}`),
];
const hasPolicy = async () =>
  (await sql`select from pg_policies where policyname = 'By paint'`).length;

test('makes what is new in whatever order, and nothing a second time', async () => {
  expect(namesOf(await applySchemas(sql, [POLICY, INT]))).toHaveLength(2);
  expect(await hasPolicy()).toBe(1);
  expect(namesOf(await applySchemas(sql, [POLICY, INT]))).toEqual([]);
});

test('another result replaces the function, and the policy that uses it is there again', async () => {
  expect(namesOf(await applySchemas(sql, [POLICY, TEXT]))).toEqual(['private.paint_kind(text)']);
  expect(await sql`select private.paint_kind('x')`).toEqual([{ paint_kind: 'matt' }]);
  expect(await hasPolicy()).toBe(1);
});

test('what fails leaves everything as it was', async () => {
  const broken = object('create policy "Wrong" on public.units for select using (no_such(name));');
  await expect(applySchemas(sql, [INT, broken])).rejects.toThrow(/test\/test\.sql.*no_such/);
  expect(await sql`select private.paint_kind('x')`).toEqual([{ paint_kind: 'matt' }]);
  expect(await hasPolicy()).toBe(1);
});

test('a mistake in the writing is named with its file', async () => {
  const mistake = object('create policy "Wrong" on public.units for select using (name =);');
  await expect(applySchemas(sql, [POLICY, TEXT, mistake])).rejects.toThrow(
    /test\/test\.sql: policy "Wrong" on public\.units: syntax error/,
  );
});

test('a table that still uses a function that is gone is named', async () => {
  await sql`alter table public.units add column kind text default private.paint_kind('x')`;
  await expect(applySchemas(sql, [POLICY, INT])).rejects.toThrow(/default value for column kind/);
  await sql`alter table public.units drop column kind`;
});

test('who uses a table meanwhile goes on, and the change is made afterwards', async () => {
  const other = await db.sql.reserve();
  await other`begin`;
  await other`select from public.units`;
  const change = applySchemas(sql, [POLICY, INT]);
  const isWaiting = async () => {
    const locks = await db.sql`
      select from pg_locks where relation = 'public.units'::regclass and not granted`;
    return locks.length > 0;
  };
  await expect.poll(isWaiting).toBe(true);
  // It lets go of what it had and tries again: work in another order is not ended for it.
  await expect.poll(isWaiting, { interval: 5 }).toBe(false);
  await other`select from public.units u join public.employees using (company_id)`;
  await other`commit`;
  other.release();
  expect(namesOf(await change)).toContain('private.paint_kind(text)');
  await applySchemas(sql, [POLICY, TEXT]);
});

test('a right that is gone from the file is taken back', async () => {
  const mayCall = async () => {
    const [row] =
      await sql`select has_function_privilege('authenticated', 'public.paint()', 'execute') as may,
      has_function_privilege('service_role', 'public.paint()', 'execute') as service`;
    return row;
  };
  await applySchemas(sql, [POLICY, TEXT, CALLABLE]);
  expect(await mayCall()).toEqual({ may: true, service: true });
  const hidden = { ...CALLABLE, statements: CALLABLE.statements.slice(0, 1) };
  await applySchemas(sql, [POLICY, TEXT, hidden]);
  expect(await mayCall()).toEqual({ may: false, service: true });
});

test('what is gone from the files is dropped, what somebody else made stays', async () => {
  await sql`create function public.somebody_elses() returns int language sql as 'select 1'`;
  expect(namesOf(await applySchemas(sql, []))).toEqual(
    expect.arrayContaining(['- private.paint_kind(text)', '- "By paint" on public.units']),
  );
  expect(await hasPolicy()).toBe(0);
  expect(
    await sql`select to_regprocedure('private.paint_kind(text)') as gone, to_regprocedure('public.somebody_elses()')::text as stays`,
  ).toEqual([{ gone: null, stays: 'somebody_elses()' }]);
});
