import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { applySchemas, readSchemaFiles } from '../../scripts/schemas/apply-schemas.ts';
import type { Definition } from '../../scripts/schemas/definition.ts';
import { factsOfAll, readDefinitions } from '../../scripts/schemas/read-definitions.ts';
import { countRows, readRows } from '../../scripts/schemas/read-rows.ts';
import { differences, startMigration } from '../../scripts/schemas/start-migration.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { testOnOurServer as test } from '../../testing/hosted.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

const SUPABASE = path.join(import.meta.dirname, '..');
let migrated: TestDatabase;
let declared: TestDatabase;
let before: Definition[];
let after: Definition[];

/** Settings and helpers of the reading live in one connection. */
async function read(sql: Sql): Promise<Definition[]> {
  const connection = await sql.reserve();
  try {
    return await readDefinitions(connection);
  } finally {
    connection.release();
  }
}

beforeAll(async () => {
  migrated = await createTestDatabase();
  declared = await createTestDatabase({ template: 'template0' });
  await applySchemas(declared.sql, SUPABASE);
  [before, after] = await Promise.all([read(migrated.sql), read(declared.sql)]);
});

afterAll(async () => {
  await Promise.all([migrated.drop(), declared.drop()]);
});

test('migrations and schema files make the same database (npm run db -- schemas)', () => {
  expect(before.length).toBeGreaterThan(300);
  expect(differences(factsOfAll(before), factsOfAll(after))).toEqual([]);
});

test('functions call only functions that are there', async () => {
  const calls = await migrated.sql<{ caller: string; called: string; known: boolean }[]>`
    select p.proname as caller, call[1] || '.' || call[2] as called,
      exists (select from pg_proc f where f.pronamespace = to_regnamespace(call[1]) and f.proname = call[2])
        or to_regclass(call[1] || '.' || call[2]) is not null or to_regtype(call[1] || '.' || call[2]) is not null as known
    from pg_proc p cross join regexp_matches(p.prosrc,
      '\\m(private|public|auth|extensions|storage|realtime|cron)\\.([a-z0-9_]+) ?\\(', 'g') as call
    where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)`;
  expect(calls.length).toBeGreaterThan(500);
  // Renamed since a migration was written? supabase/migrations/*_plain_names.sql has the new names.
  expect(calls.filter(({ known }) => !known)).toEqual([]);
});

test('both begin with the same rows', async () => {
  expect(await countRows(declared.sql)).toEqual(await countRows(migrated.sql));
  expect(await readRows(declared.sql)).toBe(await readRows(migrated.sql));
});

test('every schema file is in the list of config.toml', () => {
  const listed = readSchemaFiles(SUPABASE).map(({ name }) => path.basename(name));
  expect(listed.sort()).toEqual(readdirSync(path.join(SUPABASE, 'schemas')).sort());
});

test('a migration begins with what the schema files say and the migrations do not make', async () => {
  const copy = await createTestDatabase();
  await copy.sql.unsafe(`
    alter table public.projects add column shade text;
    create or replace function private.half_up(a bigint) returns bigint language sql as 'select 1';
    drop policy "People read their own profile" on public.profiles;
    create policy "Nobody" on public.profiles for select to authenticated using (false);
    drop trigger touch_updated_at on public.profiles;
    comment on function private.is_owner() is 'Changed.'`);
  const text = startMigration(before, await read(copy.sql));
  await migrated.sql.unsafe(text);
  await migrated.sql.unsafe('alter table public.projects add column shade text');
  expect(text).toContain('--   column public.projects.shade: add shade text');
  expect(
    differences(factsOfAll(await read(migrated.sql)), factsOfAll(await read(copy.sql))),
  ).toEqual([]);
  await copy.drop();
});
