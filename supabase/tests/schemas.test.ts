import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { buildFromFiles } from '../../scripts/schemas/build-from-files.ts';
import { bundlePending } from '../../scripts/schemas/bundle.ts';
import type { Definition } from '../../scripts/schemas/definition.ts';
import { factsOfAll, readDefinitions } from '../../scripts/schemas/read-definitions.ts';
import { differences, startMigration } from '../../scripts/schemas/start-migration.ts';
import { applyPlatform } from '../../server/database/apply-platform.ts';
import { AS_OURSELVES, AS_OWNER } from '../../server/database/as-owner.ts';
import { migrate, readMigrations } from '../../server/database/migrations.ts';
import { readSchemas } from '../../server/database/schemas/read-schemas.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { testOnOurServer as test } from '../../testing/hosted.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

const SUPABASE = path.join(import.meta.dirname, '..');
/** On a hosted project the owner of the tables writes this record, too; here it is the server's. */
const RECORD = /create schema if not exists supabase_migrations;[\s\S]*$/;
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

/** What the product needs to run and is no definition: jobs and buckets. */
const readRows = (sql: Sql) => sql`
  select jobname as name, schedule || ' ' || command as value from cron.job where jobname not like 'platform:%'
  union all select id, concat_ws(' ', public, file_size_limit, allowed_mime_types) from storage.buckets
  order by name`;

beforeAll(async () => {
  migrated = await createTestDatabase();
  declared = await createTestDatabase({ template: 'template0' });
  await buildFromFiles(declared.sql, SUPABASE);
  [before, after] = await Promise.all([read(migrated.sql), read(declared.sql)]);
});

afterAll(async () => {
  await Promise.all([migrated.drop(), declared.drop()]);
});

test('migrations and the files of schemas make the same database (npm run db -- new)', async () => {
  expect(before.length).toBeGreaterThan(300);
  expect(differences(factsOfAll(before), factsOfAll(after))).toEqual([]);
  const rows = await readRows(migrated.sql);
  expect(rows.length).toBeGreaterThan(15);
  expect(await readRows(declared.sql)).toEqual(rows);
});

test('a bundle is an ordinary migration that brings what the files say (npm run db -- bundle)', async () => {
  const pushed = await createTestDatabase({ template: 'template0', connections: 1 });
  const connection = await pushed.sql.reserve();
  const migrations = readMigrations(SUPABASE);
  const { objects } = readSchemas(SUPABASE);
  await applyPlatform(connection);
  await migrate(connection, migrations);
  const text = await bundlePending(connection, migrations, objects);
  await connection.unsafe(
    `begin;\n${AS_OWNER}\n${text.replace(RECORD, '')}\n;commit;\n${AS_OURSELVES}`,
  );
  await connection.unsafe(RECORD.exec(text)?.[0] ?? '');
  expect(await bundlePending(connection, migrations, objects)).toBe('');
  const bundled = factsOfAll(await readDefinitions(connection));
  expect(differences(factsOfAll(after), bundled)).toEqual([]);
  connection.release();
  await pushed.drop();
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
  expect(calls.filter(({ known }) => !known)).toEqual([]);
});

test('a migration begins with what the files say about tables and the migrations do not make', async () => {
  const copy = await createTestDatabase();
  const structure = [
    ...readSchemas(SUPABASE).structure,
    'create table public.paints (\n  id uuid primary key,\n  liters numeric\n);',
    "select private.refuse_non_finite('public.paints');",
    'create index paints_by_liters on public.paints (liters);',
  ];
  await copy.sql.unsafe(`
    alter table public.projects add column shade text not null default 'white', add column gloss numeric(4, 2);
    alter table public.projects add constraint shade_length check (char_length(shade) < 20);
    create index projects_by_shade on public.projects (company_id, shade);
    select private.refuse_non_finite('public.projects');
    ${structure.slice(-3).join('\n')}
    comment on function private.is_owner() is 'Made again from its file.'`);
  const wanted = await read(copy.sql);
  const text = startMigration(before, wanted, structure);
  await migrated.sql.unsafe(text);
  await migrated.sql.unsafe(
    `comment on function private.is_owner() is 'Made again from its file.'`,
  );
  expect(text).toContain("alter table public.projects add column shade text default 'white'");
  expect(text).not.toContain('is_owner');
  expect(differences(factsOfAll(await read(migrated.sql)), factsOfAll(wanted))).toEqual([]);
  await copy.drop();
});

test('where nothing was changed a migration begins with nothing', async () => {
  const alone = await createTestDatabase({ template: 'template0', connections: 1 });
  const connection = await alone.sql.reserve();
  await applyPlatform(connection);
  await migrate(connection, readMigrations(SUPABASE));
  connection.release();
  const { structure } = readSchemas(SUPABASE);
  expect(startMigration(await read(alone.sql), after, structure)).toBe('');
  await alone.drop();
});

test('what is changed or gone is named for somebody to decide', async () => {
  const copy = await createTestDatabase();
  await copy.sql.unsafe(`
    alter table public.emergency_contacts drop column phone cascade;
    alter table public.emergency_contacts alter column name type varchar(40)`);
  await copy.sql`drop index public.photos_by_before`;
  const text = startMigration(await read(declared.sql), await read(copy.sql), []);
  expect(text).toMatch(/^-- Gone from the files.*column public\.emergency_contacts\.phone/m);
  expect(text).toMatch(/^-- Changed in the files.*column public\.emergency_contacts\.name$/m);
  expect(text.split('\n').filter((line) => !line.startsWith('--'))).toEqual([
    'alter table public.emergency_contacts drop constraint emergency_contacts_phone_length;',
    'drop index public.photos_by_before;',
  ]);
  await copy.drop();
});
