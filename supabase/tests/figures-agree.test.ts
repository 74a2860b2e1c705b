import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { middayZone } from '../../testing/midday-zone.ts';
import { PayrollStage } from './payroll-stage.ts';
import { as, openDatabase } from './world.ts';

const db = await openDatabase();

const ask = async (stage: PayrollStage, query: string, args: unknown[] = []) =>
  (await as(db.sql, stage.owner, (tx) => tx.unsafe(query, args as never[]))) as Record<
    string,
    unknown
  >[];

/** Where it is about noon, so that "an hour ago" is today. */
async function open() {
  const stage = await PayrollStage.open(db.sql, { timeZone: middayZone() });
  const today = Temporal.Now.plainDateISO(middayZone());
  return { stage, today, project: await stage.project(), code: await stage.code(randomUUID()) };
}

async function plan(stage: PayrollStage, project: string, code: string, hours: number) {
  const [budget] = await db.sql`insert into budgets (company_id, project_id, status)
    values (${stage.companyId}, ${project}, 'approved') returning id`;
  await db.sql`insert into budget_lines (company_id, budget_id, cost_code_id, hours, labor_amount)
    values (${stage.companyId}, ${budget?.['id']}, ${code}, ${hours}, ${hours * 20})`;
}

test('an alert says what the budget says: codes outside it and work without a code count', async () => {
  const { stage, project, code } = await open();
  const worker = await stage.worker(20);
  const other = await stage.code(randomUUID());
  await plan(stage, project, code, 10);
  await stage.work(worker, '2026-03-09 07:00', '2026-03-09 15:00', { project, code });
  await stage.work(worker, '2026-03-10 07:00', '2026-03-10 11:00', { project, code: other });
  await stage.work(worker, '2026-03-11 07:00', '2026-03-11 09:00', { project });
  await db.sql`select from private.find_budget_alerts(${stage.companyId})`;
  const alerts = await db.sql`select kind, percent_used::float8 as used from budget_alerts
    where company_id = ${stage.companyId} and cost_code_id is null and kind in ('hours', 'cost') order by kind`;
  const [overview] = await ask(
    stage,
    'select percent_used::float8 as used from budget_overview() where project_id = $1',
    [project],
  );
  const [report] = await ask(
    stage,
    'select (100 * sum(actual_amount) / sum(budget_amount))::float8 as used from budget_report($1)',
    [project],
  );
  expect(alerts).toEqual([
    { kind: 'cost', used: report?.['used'] },
    { kind: 'hours', used: overview?.['used'] },
  ]);
  expect(overview?.['used']).toBe(140);
});

test('a running clock costs what its hours cost, in the budget and in the labor cost report', async () => {
  const { stage, today, project, code } = await open();
  const worker = await stage.worker(30);
  await plan(stage, project, code, 100);
  const start = Temporal.Now.instant().subtract({ minutes: 120 });
  await stage.entry(worker, start.toString(), null, { project, code });
  const [line] = await ask(
    stage,
    'select actual_hours::float8 as hours, actual_amount::float8 as amount from budget_report($1)',
    [project],
  );
  const definition = {
    rows: ['project'],
    measures: ['hours', 'cost'],
    start_date: today.toString(),
    end_date: today.toString(),
  };
  const [report] = (await ask(stage, 'select measures from activity_report($1::jsonb)', [
    JSON.stringify(definition),
  ])) as { measures: { hours: number; cost: number } }[];
  expect(line?.['hours']).toBeGreaterThanOrEqual(2);
  // To the minute: a minute may begin between two questions.
  const minutes = Math.round((line?.['hours'] as number) * 60);
  expect([minutes, minutes - 1].map((count) => count / 2)).toContain(line?.['amount']);
  const reported = (report?.measures.hours ?? 0) / 60;
  expect([reported, reported - 1].map((count) => count / 2)).toContain(report?.measures.cost);
  // Stopped, it is the same as kept.
  await db.sql`update time_entries set clock_out = clock_in + interval '2 hours' where employee_id = ${worker}`;
  expect(
    await ask(stage, 'select actual_amount::float8 as amount from budget_report($1)', [project]),
  ).toEqual([{ amount: 60 }]);
});

test('overtime that a running clock would bring is in the cost, and burden once', async () => {
  const { stage, today, project, code } = await open();
  await db.sql`update companies set week_start = ${today.dayOfWeek % 7} where id = ${stage.companyId}`;
  await stage.policy('CA');
  await db.sql`insert into burden_rates (company_id, percent, effective_from) values (${stage.companyId}, 10, '2020-01-01')`;
  const worker = await stage.worker(20);
  await plan(stage, project, code, 100);
  const now = Temporal.Now.instant();
  await stage.entry(
    worker,
    now.subtract({ hours: 10 }).toString(),
    now.subtract({ hours: 1 }).toString(),
    { project, code },
  );
  await stage.entry(worker, now.subtract({ hours: 1 }).toString(), null, { project, code });
  const [line] = await ask(
    stage,
    'select actual_hours::float8 as hours, actual_amount::float8 as amount from budget_report($1)',
    [project],
  );
  // What payroll says for the same person as of now, with burden.
  const [pay] = await db.sql`select sum(total_cents)::float8 as cents
    from private.payroll_lines_between(${stage.companyId}, ${today.subtract({ days: 1 }).toString()}, ${today.add({ days: 1 }).toString()}, ${worker}, now()) where project_id = ${project}`;
  const expected = Math.round((pay?.['cents'] as number) * 1.1) / 100;
  expect(Math.abs((line?.['amount'] as number) - expected)).toBeLessThanOrEqual(0.6);
});

test('time off to come is no labor cost yet, and in the pay of its period', async () => {
  const { stage, today } = await open();
  const worker = await stage.worker(20);
  const item = (date: Temporal.PlainDate) =>
    db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, minutes)
      values (${stage.companyId}, ${worker}, ${date.toString()}, 'PTO', 480)`;
  await item(today.subtract({ days: 1 }));
  await item(today.add({ days: 3 }));
  const range = {
    start_date: today.subtract({ days: 7 }).toString(),
    end_date: today.add({ days: 14 }).toString(),
  };
  const [report] = (await ask(stage, 'select measures from activity_report($1::jsonb)', [
    JSON.stringify({ rows: ['employee'], measures: ['cost'], ...range }),
  ])) as { measures: { cost: number } }[];
  expect(report?.measures.cost).toBe(160);
  const [pay] = await ask(
    stage,
    'select total_earnings::float8 as earnings from payroll_overview($1, $2) where employee_id = $3',
    [range.start_date, range.end_date, worker],
  );
  expect(pay?.['earnings']).toBe(320);
});
