import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { PayrollStage } from './payroll-stage.ts';
import { as, type Company, makeCompany, openDatabase, type Tx } from './world.ts';

const db = await openDatabase();
let stage: PayrollStage;
let us: Company;

beforeAll(async () => {
  stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
  us = await makeCompany(db.sql);
});

interface Line {
  readonly hours: number;
  readonly quantity?: number | null;
  readonly amount?: number | null;
  readonly unit?: string;
  readonly milestones?: string;
}
type Report = Record<string, string | number | boolean | null>;

const owner = <T>(story: (tx: Tx) => Promise<T>) => as(db.sql, stage.owner, story);

/** A version of a project's budget, approved. */
async function plan(project: string, lines: Readonly<Record<string, Line>>): Promise<string> {
  const rows = Object.entries(lines).map(([code, line]) => ({
    cost_code_id: code,
    hours: line.hours,
    labor_amount: line.amount ?? null,
    quantity: line.quantity ?? null,
    unit: line.unit ?? 'SF',
    milestones: line.milestones ?? null,
  }));
  const [budget] = await owner(
    (tx) => tx`select * from save_budget(${project}, 'Original', ${tx.json(rows as never)})`,
  );
  await owner((tx) => tx`update budgets set status = 'approved' where id = ${budget?.['id']}`);
  return budget?.['id'];
}

/** Hours by people of their own, ten a day. */
async function spend(project: string, code: string, hours: number): Promise<void> {
  const worker = await stage.worker();
  await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, cost_code_id)
    select ${stage.companyId}, ${worker}, begins, begins + least(600, ${hours * 60}::integer - 600 * n) * interval '1 minute', ${project}, ${code}
    from (select n, '2026-01-05 13:00+00'::timestamptz + n * interval '1 day' as begins
      from generate_series(0, ceil(${hours * 60}::integer / 600.0)::integer - 1) n) days`;
}

async function install(project: string, code: string, ...quantities: number[]): Promise<void> {
  for (const quantity of quantities)
    await owner(
      (tx) => tx`insert into quantities (project_id, cost_code_id, work_date, quantity)
        values (${project}, ${code}, '2026-02-02', ${quantity})`,
    );
}

async function report(project: string): Promise<Map<string, Report>> {
  const rows = await owner((tx) => tx`select * from budget_report(${project})`);
  return new Map(rows.map((row) => [row['cost_code_id'] as string, row as unknown as Report]));
}

const shown = (value: unknown, digits = 2) =>
  value === null ? null : Number(value).toFixed(digits);
/** The columns of the vectors: used, complete, earned, variance, factor, forecast. */
const figures = (row: Report | undefined) => [
  shown(row?.['percent_used']),
  shown(row?.['percent_complete']),
  shown(row?.['earned_hours']),
  shown(row?.['variance_hours']),
  shown(row?.['productivity_factor'], 3),
  shown(row?.['forecast_hours']),
];

interface Vector {
  readonly id: string;
  readonly line: Line;
  readonly done: readonly number[];
  readonly actual: number;
  readonly changed?: Line;
  readonly expected: readonly (string | null)[];
}
const VECTORS: readonly Vector[] = [
  {
    id: 'EV-2',
    line: { hours: 120, quantity: 400 },
    done: [300],
    actual: 80,
    expected: ['66.67', '75.00', '90.00', '10.00', '1.125', '106.67'],
  },
  {
    id: 'EV-3',
    line: { hours: 160, quantity: 80 },
    done: [20],
    actual: 56,
    expected: ['35.00', '25.00', '40.00', '-16.00', '0.714', '224.00'],
  },
  {
    id: 'EV-4',
    line: { hours: 64, quantity: 100, unit: '%' },
    done: [35, 15],
    actual: 40,
    expected: ['62.50', '50.00', '32.00', '-8.00', '0.800', '80.00'],
  },
  {
    id: 'EV-5',
    line: { hours: 90, quantity: 100, unit: '%', milestones: 'Rough-in 20, Set 50, Test 30' },
    done: [20, 50],
    actual: 60,
    expected: ['66.67', '70.00', '63.00', '3.00', '1.050', '85.71'],
  },
  {
    id: 'EV-6',
    line: { hours: 50, quantity: 200 },
    done: [],
    actual: 6.5,
    expected: ['13.00', '0.00', '0.00', '-6.50', '0.000', null],
  },
  {
    id: 'EV-7',
    line: { hours: 50 },
    done: [],
    actual: 12,
    expected: ['24.00', null, null, null, null, null],
  },
  {
    id: 'EV-8',
    line: { hours: 100, quantity: 1000 },
    done: [1100],
    actual: 99,
    expected: ['99.00', '110.00', '110.00', '11.00', '1.111', '99.00'],
  },
  {
    id: 'EV-9',
    line: { hours: 100, quantity: 500 },
    done: [300, -50],
    actual: 60,
    expected: ['60.00', '50.00', '50.00', '-10.00', '0.833', '120.00'],
  },
  {
    id: 'EV-10',
    line: { hours: 100, quantity: 1000 },
    done: [500],
    actual: 55,
    changed: { hours: 130, quantity: 1300 },
    expected: ['42.31', '38.46', '50.00', '-5.00', '0.909', '143.00'],
  },
  {
    id: 'EV-11',
    line: { hours: 100, quantity: 1000 },
    done: [500],
    actual: 55,
    changed: { hours: 120, quantity: 1000 },
    expected: ['45.83', '50.00', '60.00', '5.00', '1.091', '110.00'],
  },
];

test.each(VECTORS.map((vector) => [vector.id, vector] as const))('%s', async (_, vector) => {
  const { line, done, actual, changed, expected } = vector;
  const [project, code] = [await stage.project(), await stage.code(randomUUID())];
  await plan(project, { [code]: line });
  await spend(project, code, actual);
  await install(project, code, ...done);
  if (changed) await plan(project, { [code]: changed });
  expect(figures((await report(project)).get(code))).toEqual(expected);
});

test('milestones add up to 100, are shown to whoever enters progress and stay when approved', async () => {
  const [project, code] = [await stage.project(), await stage.code(randomUUID())];
  const percent = { hours: 90, quantity: 100, unit: '%' };
  for (const milestones of [
    'Rough-in 20, Set 50',
    'Rough-in, Set 100',
    '40, 60',
    'Set 0, Test 100',
  ])
    await expect(plan(project, { [code]: { ...percent, milestones } })).rejects.toMatchObject({
      constraint: 'budget_lines_milestones_add_up',
    });
  await expect(
    plan(project, { [code]: { ...percent, unit: 'EA', milestones: 'Set 100' } }),
  ).rejects.toMatchObject({ constraint: 'budget_lines_milestones_add_up' });
  const milestones = 'Rough-in 33.3, Set 33.3 %, Test 33.4';
  const budget = await plan(project, { [code]: { ...percent, milestones } });
  const [row] = await owner(
    (tx) => tx`select * from progress_report(${project}, '2026-01-01', '2026-01-02')`,
  );
  expect(row).toMatchObject({ cost_code_id: code, unit: '%', milestones });
  await expect(
    owner((tx) => tx`update budget_lines set milestones = null where budget_id = ${budget}`),
  ).rejects.toMatchObject({ hint: 'budget_approved' });
});

test('EV-12: merged codes add up and are computed anew', async () => {
  const project = await stage.project();
  const [a, b] = [await stage.code(randomUUID()), await stage.code(randomUUID())];
  await plan(project, { [a]: { hours: 40, quantity: 200 }, [b]: { hours: 60, quantity: 600 } });
  for (const code of [a, b]) {
    await spend(project, code, 20);
    await install(project, code, 150);
  }
  const before = [...(await report(project)).values()];
  expect(before.reduce((sum, row) => sum + Number(row['earned_hours']), 0)).toBe(45);
  await owner((tx) => tx`select merge_cost_codes(${a}, ${b})`);
  const after = await report(project);
  expect([...after.keys()]).toEqual([b]);
  expect(figures(after.get(b))).toEqual(['40.00', '37.50', '37.50', '-2.50', '0.938', '106.67']);
  const [saved] =
    await db.sql`select percent_complete, percent_computed from projects where id = ${project}`;
  expect(saved).toEqual({ percent_complete: 38, percent_computed: true });
});

test('codes that a budget counts in different units are not merged', async () => {
  const project = await stage.project();
  const [a, b] = [await stage.code(randomUUID()), await stage.code(randomUUID())];
  await plan(project, {
    [a]: { hours: 40, quantity: 200, unit: 'LF' },
    [b]: { hours: 60, quantity: 600 },
  });
  await expect(owner((tx) => tx`select merge_cost_codes(${a}, ${b})`)).rejects.toMatchObject({
    hint: 'cost_code_units_differ',
  });
  const [kept] = await db.sql`select active, merged_into from cost_codes where id = ${a}`;
  expect(kept).toEqual({ active: true, merged_into: null });
});

test('EV-13: an entry that moves takes its hours along', async () => {
  const project = await stage.project();
  const [a, b] = [await stage.code(randomUUID()), await stage.code(randomUUID())];
  await plan(project, { [a]: { hours: 80, quantity: 100 }, [b]: { hours: 60, quantity: 100 } });
  await install(project, a, 50);
  await install(project, b, 50);
  await spend(project, a, 42);
  await spend(project, b, 28);
  const worker = await stage.worker();
  const entry = await stage.work(worker, '2026-03-09 07:00', '2026-03-09 09:00', {
    project,
    code: a,
  });
  const variances = async () => {
    const rows = await report(project);
    return [a, b].map((code) => Number(rows.get(code)?.['variance_hours']));
  };
  expect(await variances()).toEqual([-4, 2]);
  await db.sql`update time_entries set cost_code_id = ${b} where id = ${entry}`;
  expect(await variances()).toEqual([-2, 0]);
});

test('EV-14: overtime falls on the codes of the last hours, burden per week and code', async () => {
  const project = await stage.project();
  const [a, b] = [await stage.code(randomUUID()), await stage.code(randomUUID())];
  await plan(project, { [a]: { hours: 24, amount: 900 }, [b]: { hours: 20, amount: 700 } });
  const worker = await stage.worker(30);
  await stage.rate(worker, 24, { code: b });
  const monday = '2026-05-04';
  await stage.days(worker, ['8', '8', '8'], { project, code: a, monday });
  await stage.days(worker, ['0', '0', '0', '10', '10'], { project, code: b, monday });
  await db.sql`insert into burden_rates (company_id, percent) values (${stage.companyId}, 38)`;
  const rows = await report(project);
  expect(rows.get(a)).toMatchObject({ budget_amount: '900.00' });
  expect([a, b].map((code) => shown(rows.get(code)?.['actual_amount']))).toEqual([
    '993.60',
    '737.68',
  ]);
  // A locked week says the same from its frozen lines.
  await owner((tx) => tx`select lock_pay_period(${monday}, '2026-05-10')`);
  const again = await report(project);
  expect([a, b].map((code) => shown(again.get(code)?.['actual_amount']))).toEqual([
    '993.60',
    '737.68',
  ]);
  await db.sql`delete from burden_rates where company_id = ${stage.companyId}`;
});

test('EV-16: a project is the sum of its lines', async () => {
  const project = await stage.project();
  const [a, b] = [await stage.code(randomUUID()), await stage.code(randomUUID())];
  await plan(project, { [a]: { hours: 160, quantity: 80 }, [b]: { hours: 50, quantity: 200 } });
  await spend(project, a, 56);
  await spend(project, b, 6.5);
  await install(project, a, 20);
  const rows = await owner((tx) => tx`select * from budget_overview()`);
  const row = rows.find((each) => each['project_id'] === project);
  expect([
    shown(row?.['percent_complete']),
    shown(row?.['variance_hours']),
    shown(row?.['forecast_hours']),
  ]).toEqual(['19.05', '-22.50', '274.00']);
});

test('the burden of a person counts before that of the trade and of the company, from its day on', async () => {
  const project = await stage.project();
  const code = await stage.code(randomUUID());
  const worker = await stage.worker(10);
  await db.sql`update employees set job_title = 'Carpenter' where id = ${worker}`;
  await stage.days(worker, ['1', '1', '1'], { project, code, monday: '2026-04-06' });
  const cost = async () => shown((await report(project)).get(code)?.['actual_amount']);
  expect(await cost()).toBe('30.00');
  const add = (
    percent: number,
    from: string,
    scope: { trade?: string; employee_id?: string } = {},
  ) =>
    owner(
      (tx) =>
        tx`insert into burden_rates ${tx({ percent, effective_from: from, ...scope } as never)}`,
    );
  await add(10, '2026-01-01');
  expect(await cost()).toBe('33.00');
  await add(20, '2026-04-07', { trade: 'carpenter' });
  expect(await cost()).toBe('35.00');
  await add(50, '2026-04-08', { employee_id: worker });
  expect(await cost()).toBe('38.00');
  await db.sql`delete from burden_rates where company_id = ${stage.companyId}`;
});

test('a correction never takes off more than is there, and rows stay as entered', async () => {
  const [project, code] = [await stage.project(), await stage.code(randomUUID())];
  await install(project, code, 10, -4);
  await expect(install(project, code, -7)).rejects.toMatchObject({ hint: 'quantity_below_zero' });
  const both = await Promise.allSettled([install(project, code, -5), install(project, code, -5)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(
    db.sql`update quantities set quantity = 99 where project_id = ${project}`,
  ).rejects.toMatchObject({ hint: 'quantity_fixed' });
  const [sum] =
    await db.sql`select sum(quantity)::float8 as sum from quantities where project_id = ${project}`;
  expect(sum).toEqual({ sum: 1 });
});

test('an approved version stays, and only the newest approved one counts', async () => {
  const [project, code] = [await stage.project(), await stage.code(randomUUID())];
  const first = await plan(project, { [code]: { hours: 10, quantity: 5 } });
  const lines = (tx: Tx) =>
    tx.json([{ cost_code_id: code, hours: 99, quantity: 5, unit: 'SF' }] as never);
  for (const attempt of [
    (tx: Tx) => tx`update budget_lines set hours = 99 where budget_id = ${first}`,
    (tx: Tx) => tx`delete from budget_lines where budget_id = ${first}`,
    (tx: Tx) => tx`update budgets set status = 'draft' where id = ${first}`,
    (tx: Tx) => tx`delete from budgets where id = ${first}`,
    (tx: Tx) => tx`select save_budget(${project}, 'Other', ${lines(tx)}, ${first})`,
  ])
    await expect(owner(attempt)).rejects.toMatchObject({ hint: 'budget_approved' });
  const [draft] = await owner(
    (tx) => tx`select * from save_budget(${project}, 'Change 1', ${lines(tx)})`,
  );
  expect(draft).toMatchObject({ version: 2, status: 'draft', approved_at: null });
  expect((await report(project)).get(code)?.['budget_hours']).toBe('10.00');
  await owner((tx) => tx`update budgets set status = 'approved' where id = ${draft?.['id']}`);
  expect((await report(project)).get(code)?.['budget_hours']).toBe('99.00');
});

test('progress of a project is set by hand until its budget has quantities', async () => {
  const [project, code] = [await stage.project(), await stage.code(randomUUID())];
  const percent = async () =>
    (
      await db.sql`select percent_complete as percent, percent_computed as computed from projects where id = ${project}`
    )[0];
  const set = (value: number) =>
    owner((tx) => tx`update projects set percent_complete = ${value} where id = ${project}`);
  await set(70);
  await plan(project, { [code]: { hours: 10 } });
  expect(await percent()).toEqual({ percent: 70, computed: false });
  await plan(project, { [code]: { hours: 10, quantity: 8 } });
  expect(await percent()).toEqual({ percent: 0, computed: true });
  await install(project, code, 2);
  await set(90);
  expect(await percent()).toEqual({ percent: 25, computed: true });
  await install(project, code, 20);
  expect(await percent()).toEqual({ percent: 100, computed: true });
});

test('a period has what was before, in it and since the beginning', async () => {
  const [project, code] = [await stage.project(), await stage.code(randomUUID())];
  await plan(project, { [code]: { hours: 100, quantity: 200 } });
  const add = (day: string, quantity: number) =>
    db.sql`insert into quantities (company_id, project_id, cost_code_id, work_date, quantity)
      values (${stage.companyId}, ${project}, ${code}, ${day}, ${quantity})`;
  for (const [day, quantity] of [
    ['2026-03-02', 20],
    ['2026-03-09', 30],
    ['2026-03-10', 10],
    ['2026-03-17', 50],
  ] as const)
    await add(day, quantity);
  const worker = await stage.worker();
  await stage.days(worker, ['8', '8'], { project, code });
  const [row] = await owner(
    (tx) => tx`select * from progress_report(${project}, '2026-03-09', '2026-03-15')`,
  );
  expect(
    [
      'previous_quantity',
      'quantity',
      'cumulative_quantity',
      'percent_complete',
      'actual_hours',
      'earned_hours',
      'productivity_factor',
      'usual_quantity',
      'last_quantity',
    ].map((name) => Number(row?.[name])),
  ).toEqual([20, 40, 60, 30, 16, 20, 1.25, 20, 10]);
});

test('who may see and do what', async () => {
  const lines = [
    { cost_code_id: us.costCode, hours: 10, labor_amount: 400, quantity: 20, unit: 'SF' },
  ];
  const [budget] = await as(
    db.sql,
    us.manager,
    (tx) => tx`select * from save_budget(${us.project}, 'Original', ${tx.json(lines)})`,
  );
  await as(
    db.sql,
    us.manager,
    (tx) => tx`update budgets set status = 'approved' where id = ${budget?.['id']}`,
  );
  const read = (who: 'manager' | 'foreman') =>
    as(
      db.sql,
      us[who],
      (tx) =>
        tx`select budget_hours, budget_amount, actual_amount from budget_report(${us.project})`,
    );
  expect(await read('manager')).toEqual([
    { budget_hours: '10.00', budget_amount: '400.00', actual_amount: '0' },
  ]);
  expect(await read('foreman')).toEqual([
    { budget_hours: '10.00', budget_amount: null, actual_amount: null },
  ]);
  await expect(
    as(db.sql, us.employee, (tx) => tx`select * from budget_report(${us.project})`),
  ).rejects.toMatchObject({ hint: 'foremen_only' });
  await expect(
    as(db.sql, us.foreman, (tx) => tx`select save_budget(${us.project}, 'Mine', '[]')`),
  ).rejects.toMatchObject({ hint: 'managers_only' });
  await expect(
    as(db.sql, stage.owner, (tx) => tx`select * from budget_report(${us.project})`),
  ).rejects.toMatchObject({ hint: 'project_unknown' });

  const enter = (status: string) =>
    as(
      db.sql,
      us.employee,
      (tx) =>
        tx`insert into quantities (project_id, cost_code_id, work_date, quantity, status)
      values (${us.project}, ${us.costCode}, '2026-02-02', 5, ${status}) returning id`,
    );
  await expect(enter('approved')).rejects.toMatchObject({ code: '42501' });
  const [entered] = await enter('entered');
  const approve = (who: 'employee' | 'foreman') =>
    as(
      db.sql,
      us[who],
      (tx) =>
        tx`update quantities set status = 'approved' where id = ${entered?.['id']} returning approved_by`,
    );
  expect(await approve('employee')).toEqual([]);
  expect(await approve('foreman')).toEqual([{ approved_by: us.foreman.userId }]);
  const [mine] = await as(
    db.sql,
    us.employee,
    (tx) => tx`select * from progress_report(${us.project}, '2026-02-01', '2026-02-28')`,
  );
  expect(mine).toMatchObject({
    quantity: '5.0000',
    unit: 'SF',
    actual_hours: null,
    earned_hours: null,
  });
});

test('a project of another team has no report and takes no quantities', async () => {
  const [closed] = await as(
    db.sql,
    us.owner,
    (tx) => tx`insert into projects (name) values ('Closed') returning id`,
  );
  const project = closed?.['id'];
  await as(
    db.sql,
    us.owner,
    (tx) =>
      tx`insert into project_members (project_id, employee_id) values (${project}, ${us.colleague.employeeId})`,
  );
  await expect(
    as(db.sql, us.foreman, (tx) => tx`select * from budget_report(${project})`),
  ).rejects.toMatchObject({ hint: 'project_unknown' });
  await expect(
    as(
      db.sql,
      us.employee,
      (tx) => tx`select * from progress_report(${project}, '2026-01-01', '2026-01-02')`,
    ),
  ).rejects.toMatchObject({ hint: 'project_unknown' });
  await expect(
    as(
      db.sql,
      us.employee,
      (tx) =>
        tx`insert into quantities (project_id, cost_code_id, work_date, quantity) values (${project}, ${us.costCode}, '2026-02-02', 5)`,
    ),
  ).rejects.toMatchObject({ code: '42501' });
  const seen = await as(db.sql, us.foreman, (tx) => tx`select project_id from budget_overview()`);
  expect(seen.map((row) => row['project_id'])).not.toContain(project);
});
