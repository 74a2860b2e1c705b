import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { PayrollStage } from './payroll-stage.ts';
import { as, hire, makeCompany, type Person } from './world.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const report = (who: Person | 'anon', by: string, thenBy: string | null = null) =>
  as(
    db.sql,
    who,
    (
      tx,
    ) => tx`select label, then_label, minutes::int, straight_cents::int, premium_cents::int, other_cents::int,
      total_cents::int, unrated_minutes::int
      from labor_cost_report('2026-03-08', '2026-03-14', ${by}, ${thenBy})`,
  );

async function stage() {
  const open = await PayrollStage.open(db.sql);
  const worker = await open.worker();
  const code = await open.code('03 30 00');
  await open.rate(worker, '20.00');
  await open.rate(worker, '30.00', { code });
  // 44 hours: 34 at 20, 10 at 30, four of them over 40.
  for (const [day, end] of Object.entries({ '09': 18, '10': 18, '11': 16 })) {
    await open.work(worker, `2026-03-${day} 06:00`, `2026-03-${day} ${end}:00`);
  }
  await open.work(worker, '2026-03-12 06:00', '2026-03-12 16:00', { code });
  return open;
}

test('cost by cost code and by person is what payroll pays, to the cent', async () => {
  const open = await stage();
  const paid = (await open.lines()).reduce((sum, line) => sum + (line.total_cents ?? 0), 0);
  const byCode = await report(open.owner, 'cost_code');
  expect(byCode.map((row) => [row['label'], row['minutes']])).toEqual([
    ['03 30 00', 600],
    [null, 2040],
  ]);
  expect(byCode.reduce((sum, row) => sum + row['total_cents'], 0)).toBe(paid);
  expect(byCode.reduce((sum, row) => sum + row['straight_cents'], 0)).toBe(34 * 2000 + 10 * 3000);
  const [person] = await report(open.owner, 'employee');
  expect(person).toMatchObject({ minutes: 2640, total_cents: paid, unrated_minutes: 0 });
  expect(await report(open.owner, 'employee', 'day')).toHaveLength(4);
});

test('hours without a rate are told, not counted as free', async () => {
  const open = await PayrollStage.open(db.sql);
  const worker = await open.worker();
  await db.sql`delete from employee_rates where employee_id = ${worker}`;
  await open.work(worker, '2026-03-09 06:00', '2026-03-09 10:00');
  expect(await report(open.owner, 'project')).toMatchObject([
    { minutes: 240, total_cents: 0, unrated_minutes: 240 },
  ]);
});

test('it is for managers of the company alone', async () => {
  const open = await stage();
  const foreman = await hire(db.sql, open.owner, 'foreman');
  const them = await makeCompany(db.sql);
  await expect(report(foreman, 'project')).rejects.toMatchObject({ hint: 'managers_only' });
  await expect(report('anon', 'project')).rejects.toMatchObject({ code: '42501' });
  expect(await report(them.owner, 'employee')).toEqual([]);
  await expect(report(open.owner, 'equipment')).rejects.toMatchObject({
    hint: 'unknown_cost_grouping',
  });
});
