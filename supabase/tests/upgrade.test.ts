import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { landedMigrations } from '../../scripts/landed-migrations.ts';
import { applyPlatform } from '../../server/database/apply-platform.ts';
import { AS_OURSELVES, AS_OWNER } from '../../server/database/as-owner.ts';
import { migrate, readMigrations } from '../../server/database/migrations.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { testOnOurServer } from '../../testing/hosted.ts';
import { createTestDatabase } from '../../testing/test-database.ts';

const SUPABASE_DIR = path.join(import.meta.dirname, '..');
const INSTANT = "timestamptz '2026-10-07T15:30:00Z'";

/** What landed together: its last migration, and the demo of that day. */
const RELEASES = [
  { demo: 'demo-0.1.sql', last: '20261111000001' },
  { demo: 'demo-2026-11-15.sql', last: '20261115999901' },
  { demo: 'demo-2026-11-16.sql', last: '20261122000001' },
];

const readDemo = (file: string): string =>
  readFileSync(path.join(import.meta.dirname, 'upgrade', file), 'utf8')
    .replaceAll('now()', INSTANT)
    .replaceAll('current_date', `(${INSTANT})::date`);

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
  const landed = [...landedMigrations(SUPABASE_DIR).keys()].sort();
  expect(landed.at(-1)).toContain(RELEASES.at(-1)?.last);
});

testOnOurServer.each(RELEASES)(
  'a database with $demo keeps its rows, its pay and its history',
  async ({ demo, last }) => {
    const migrations = readMigrations(SUPABASE_DIR);
    const old = migrations.filter(({ version }) => version <= last);

    const db = await createTestDatabase({ template: 'template1', connections: 2 });
    const connection = await db.sql.reserve();
    await applyPlatform(connection);
    await migrate(connection, old);
    await connection.unsafe(`begin;\n${AS_OWNER}\n${readDemo(demo)}\n;commit;\n${AS_OURSELVES}`);
    const counts = await countRows(db.sql);
    const [pay, history] = await Promise.all([readPay(db.sql), readHistory(db.sql)]);
    expect(counts['time_entries']).toBeGreaterThan(500);
    expect(pay.filter((row) => Number(row['total_earnings']) > 0).length).toBeGreaterThan(10);
    expect(history.length).toBeGreaterThan(500);
    expect(await findBreaks(db.sql)).toEqual([]);

    await applyPlatform(connection);
    const { applied } = await migrate(connection, migrations);
    expect(applied).toHaveLength(migrations.length - old.length);
    connection.release();

    // A migration may record what it does; what was recorded before stays as it was.
    // Renamed since.
    const { audit_events: events = 0, company_holidays, holidays, ...others } = counts;
    const after = await countRows(db.sql);
    expect(after).toMatchObject({ ...others, holidays: company_holidays ?? holidays });
    expect(await db.sql`select name, email, address from billing_contacts`).toEqual([
      {
        name: 'Demo Construction Co.',
        email: 'owner@example.com',
        address: '18 Quarry Road, Albany, NY 12205',
      },
    ]);
    expect(after['audit_events']).toBeGreaterThanOrEqual(events);
    expect(await readPay(db.sql)).toEqual(pay);
    expect(await readHistory(db.sql)).toEqual(expect.arrayContaining([...history]));
    expect(await findBreaks(db.sql)).toEqual([]);
    await db.drop();
  },
);
