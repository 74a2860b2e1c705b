import path from 'node:path';
import { expect, test } from 'vitest';
import { landedMigrations } from '../../scripts/landed-migrations.ts';
import { factsOfAll, readDefinitions } from '../../scripts/schemas/read-definitions.ts';
import { differences } from '../../scripts/schemas/start-migration.ts';
import { applyPlatform } from '../../server/database/apply-platform.ts';
import { migrate, readMigrations } from '../../server/database/migrations.ts';
import { applySchemas, findChanges } from '../../server/database/schemas/apply-schemas.ts';
import { readSchemas } from '../../server/database/schemas/read-schemas.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { testOnOurServer } from '../../testing/hosted.ts';
import { createRelease, readLandedReleases } from '../../testing/landed-release.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { isLong } from '../../testing/test-length.ts';

const SUPABASE_DIR = path.join(import.meta.dirname, '..');
const RELEASES = readLandedReleases();
const [OLDEST] = RELEASES;
/** The oldest and the last two; those between go through the same migrations, and are tried at full length. */
const TRIED = RELEASES.filter(
  (release, index) => isLong || release === OLDEST || index >= RELEASES.length - 2,
);

/** Definitions of a database that this version makes anew. */
async function readNew(): Promise<Record<string, string>> {
  const fresh = await createTestDatabase({ connections: 1 });
  const connection = await fresh.sql.reserve();
  const facts = factsOfAll(await readDefinitions(connection));
  connection.release();
  await fresh.drop();
  return facts;
}

/** Rows of every table of the product, by name. */
async function countRows(sql: Sql): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ count: number }[]>`select count(*)::int from public.${sql(name)}`;
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

/** What everybody earned in the eight weeks of the demo. */
const readPay = (sql: Sql) => sql`
  select employee_number, total_hours, regular_pay, overtime_pay, double_time_pay, total_earnings
    from companies,
      public.generate_payroll_export_data(companies.id, '2026-08-02', '2026-10-10')
   order by employee_number`;

const readHistory = (sql: Sql) => sql`select id, hash from audit_events order by sequence, id`;

const findBreaks = (sql: Sql) => sql`
  select broken_id from companies, public.verify_audit_chain(companies.id)
   where broken_id is not null`;

test('the newest release here is the last that landed', () => {
  const landed = [...landedMigrations(SUPABASE_DIR).keys()].sort().at(-1)?.split('_')[0];
  expect(RELEASES.at(-1)?.versions).toContain(landed);
});

testOnOurServer.each(TRIED)(
  'a database of $file keeps its rows, its pay and its history',
  async (release) => {
    const db = await createTestDatabase({ template: 'template1', connections: 2 });
    const connection = await db.sql.reserve();
    await createRelease(connection, release);
    const counts = await countRows(db.sql);
    const [pay, history] = await Promise.all([readPay(db.sql), readHistory(db.sql)]);
    expect(counts['time_entries']).toBeGreaterThan(500);
    expect(pay.filter((row) => Number(row['total_earnings']) > 0).length).toBeGreaterThan(10);
    expect(history.length).toBeGreaterThan(500);
    expect(await findBreaks(db.sql)).toEqual([]);

    const { objects } = readSchemas(SUPABASE_DIR);
    await applyPlatform(connection);
    await migrate(connection, readMigrations(SUPABASE_DIR));
    await applySchemas(connection, objects);
    // The next start has nothing left to do.
    expect((await migrate(connection, readMigrations(SUPABASE_DIR))).applied).toEqual([]);
    expect(await findChanges(connection, objects)).toEqual({ changed: [], removed: [] });
    const updated = factsOfAll(await readDefinitions(connection));
    connection.release();
    expect(differences(await readNew(), updated)).toEqual([]);

    // A migration may record what it does; what was recorded before stays as it was.
    const { audit_events: events = 0, ...others } = counts;
    const after = await countRows(db.sql);
    expect(after).toMatchObject(others);
    expect(after['audit_events']).toBeGreaterThanOrEqual(events);
    expect(await readPay(db.sql)).toEqual(pay);
    expect(await readHistory(db.sql)).toEqual(expect.arrayContaining([...history]));
    expect(await findBreaks(db.sql)).toEqual([]);
    // What is kept since then is made of what was there.
    const [added] = await db.sql`select private.add_up_work('1 hour')::int as days`;
    expect(added?.['days']).toBeGreaterThan(20);
    expect(await db.sql`select * from private.work_totals_differences()`).toEqual([]);
    await db.drop();
  },
);

testOnOurServer('one that lacks a migration of the baseline is told what to start', async () => {
  const db = await createTestDatabase({ template: 'template1', connections: 1 });
  const connection = await db.sql.reserve();
  await connection.unsafe(`
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`);
  await connection`
    insert into supabase_migrations.schema_migrations (version)
    select unnest(${OLDEST?.versions.slice(0, -1) ?? []}::text[])`;
  await expect(migrate(connection, readMigrations(SUPABASE_DIR))).rejects.toThrow(
    /older version of the program\. Start commit [0-9a-f]{7} with it once, then this version/,
  );
  connection.release();
  await db.drop();
});
