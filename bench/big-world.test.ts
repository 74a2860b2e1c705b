import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { generateBigWorld } from './big-world.ts';

const SIZE = { people: 30, smallPeople: 12, companies: 4, days: 28 };
const WEEKDAYS = 20;

let db: TestDatabase;
let entries: number;
beforeAll(async () => {
  db = await createTestDatabase({ connections: 1 });
  entries = await generateBigWorld(db.sql, SIZE);
});
afterAll(() => db.drop());

test('companies have as many people and entries as asked for', async () => {
  const companies = await db.sql`
    select (select count(*)::int from employees e where e.company_id = c.id) as people,
      (select count(*)::int from time_entries t where t.company_id = c.id) as entries
    from companies c order by c.name`;
  expect(companies).toEqual([
    { people: 30, entries: 30 * WEEKDAYS * 2 },
    { people: 12, entries: 12 * WEEKDAYS * 2 },
    { people: 15, entries: 15 * 5 * 2 },
    { people: 15, entries: 15 * 5 * 2 },
  ]);
  expect(entries).toBe((30 + 12) * WEEKDAYS * 2 + 2 * 15 * 5 * 2);
});

test('what stands beside entries is there, and counted as it is', async () => {
  const [rows] = await db.sql`
    select (select count(*)::int from public_contracts where company_id = private.generate_id('company 2')) as contracts,
      (select count(*) from approvals) > 0 as approvals, (select count(*) from timesheet_signatures) > 0 as signatures,
      (select count(*) from photos) > 0 as photos, (select count(*) from extra_work_tickets) > 0 as tickets,
      (select count(*) from synced_events) > 0 as synced,
      (select count(*)::int from private.work_totals_differences()) as differences`;
  expect(rows).toEqual({
    contracts: 4,
    approvals: true,
    signatures: true,
    photos: true,
    tickets: true,
    synced: true,
    differences: 0,
  });
});

test.each([1, 2])('the history of company %i holds, and so do its signed ends', async (company) => {
  const id = `company ${company}`;
  const [chain] = await db.sql`
    select v.checked > 1000 as many, v.broken_id, v.unlinked::int, private.ledger_problem(private.generate_id(${id})) as problem,
      (select count(*)::int from ledger_roots where company_id = private.generate_id(${id})) >= ${WEEKDAYS} as signed
    from verify_audit_chain(private.generate_id(${id})) v`;
  expect(chain).toEqual({ many: true, broken_id: null, unlinked: 0, problem: null, signed: true });
});
