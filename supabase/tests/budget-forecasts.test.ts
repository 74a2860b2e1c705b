import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { beforeAll, expect, test } from 'vitest';
import { repeats } from '../../testing/test-length.ts';
import { PayrollStage } from './payroll-stage.ts';
import { as, type Company, makeCompany, openDatabase, type Tx } from './world.ts';

// A Wednesday; weeks begin on Mondays, so the last whole one begins on March 30.
const TODAY = '2026-04-08';
const LAST_WEEK = Temporal.PlainDate.from('2026-03-30');

const db = await openDatabase();
let stage: PayrollStage;
let us: Company;

beforeAll(async () => {
  stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
  us = await makeCompany(db.sql);
});

const owner = <T>(story: (tx: Tx) => Promise<T>) => as(db.sql, stage.owner, story);
const monday = (weeksAgo: number) => LAST_WEEK.subtract({ weeks: weeksAgo }).toString();

interface Line {
  readonly hours: number;
  readonly quantity: number | null;
}
async function plan(project: string, lines: Readonly<Record<string, Line>>): Promise<void> {
  const [budget] = await db.sql`insert into budgets (company_id, project_id, status)
    values (${stage.companyId}, ${project}, 'approved') returning id`;
  for (const [code, { hours, quantity }] of Object.entries(lines))
    await db.sql`insert into budget_lines (company_id, budget_id, cost_code_id, hours, quantity, unit)
      values (${stage.companyId}, ${budget?.['id']}, ${code}, ${hours}, ${quantity}, 'SF')`;
}

interface Week {
  readonly ago: number;
  readonly actual: number;
  readonly done: number;
}
/** Time and quantities of a code in some weeks. */
interface Story {
  readonly project: string;
  readonly code: string;
  readonly weeks: readonly Week[];
}
/** In one statement each: single inserts into a database without statistics are slow. */
async function happen(...stories: Story[]): Promise<void> {
  const days: Record<string, string>[] = [];
  const done: Record<string, string | number>[] = [];
  for (const { project, code, weeks } of stories) {
    const worker = await stage.worker();
    const scope = { company_id: stage.companyId, project_id: project, cost_code_id: code };
    for (const week of weeks) {
      for (let day = 0; day < 5; day++) {
        const date = LAST_WEEK.subtract({ weeks: week.ago }).add({ days: day });
        const start = Temporal.Instant.from(stage.instant(`${date} 06:00`));
        const end = start.add({ minutes: Math.round(week.actual * 12) });
        days.push({
          ...scope,
          employee_id: worker,
          clock_in: start.toString(),
          clock_out: end.toString(),
        });
      }
      if (week.done > 0) done.push({ ...scope, work_date: monday(week.ago), quantity: week.done });
    }
  }
  await db.sql`insert into time_entries ${db.sql(days)}`;
  if (done.length > 0) await db.sql`insert into quantities ${db.sql(done)}`;
}

const forecasts = (project: string) =>
  db.sql`select * from private.budget_forecasts(${stage.companyId}, ${[project]}, ${TODAY})`;
const shown = (value: unknown) => (value === null ? null : Number(value).toFixed(3));

test('the range follows the pace of the last weeks and their spread', async () => {
  const [project, code] = [await stage.project(), await stage.code(randomUUID())];
  await plan(project, { [code]: { hours: 400, quantity: 400 } });
  await happen({
    project,
    code,
    weeks: [
      { ago: 3, actual: 40, done: 32 },
      { ago: 2, actual: 40, done: 40 },
      { ago: 1, actual: 40, done: 36 },
      { ago: 0, actual: 36, done: 36 },
    ],
  });
  // 156 hours earned 144. 256 are left to earn: 156 + 256 x 156/144.
  const rows = await forecasts(project);
  const expected = ['4', 'false', '433.333', '403.745', '462.921', '277.333'];
  for (const row of rows)
    expect([
      String(row['weeks']),
      String(row['too_early']),
      ...['forecast_hours', 'low_hours', 'high_hours', 'open_hours'].map((name) =>
        shown(row[name]),
      ),
    ]).toEqual(expected);
  expect(rows.map((row) => row['is_project']).sort()).toEqual([false, true]);
  expect(rows[0]?.['trend']?.map(Number)).toEqual([0.8, 1, 0.9, 1]);
  const [pace] =
    await db.sql`select * from private.project_pace(${stage.companyId}, ${[project]}, ${TODAY})`;
  expect([pace?.['weeks'], Number(pace?.['hours_per_week']), Number(pace?.['people'])]).toEqual([
    4, 39, 1,
  ]);
});

test('two weeks, nothing earned, or less than a tenth done are too early', async () => {
  const cases: readonly (readonly [Week[], number])[] = [
    [[0, 1].map((ago) => ({ ago, actual: 10, done: 50 })), 400],
    [[0, 1, 2, 3].map((ago) => ({ ago, actual: 10, done: 0 })), 400],
    [[0, 1, 2, 3].map((ago) => ({ ago, actual: 10, done: 9 })), 400],
  ];
  for (const [weeks, quantity] of cases) {
    const [project, code] = [await stage.project(), await stage.code(randomUUID())];
    await plan(project, { [code]: { hours: 400, quantity } });
    await happen({ project, code, weeks });
    for (const row of await forecasts(project))
      expect(row).toMatchObject({ too_early: true, forecast_hours: null, high_hours: null });
  }
});

test('generated projects have the forecast of a naive recomputation', async () => {
  let state = 7;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const T = [0, 0, 1.886, 1.638, 1.533, 1.476];
  const plans = new Map<string, Record<string, Line>>();
  const stories: Story[] = [];
  for (let round = 0; round < repeats(50, 4); round++) {
    const project = await stage.project();
    const lines: Record<string, Line> = {};
    for (let i = 0; i < 3; i++) {
      const code = await stage.code(randomUUID());
      lines[code] = { hours: 100 + random(300), quantity: i === 2 ? null : 100 + random(500) };
      const weeks = Array.from({ length: 8 }, (_, ago) => ({
        ago,
        actual: random(4) === 0 ? 0 : 5 * (1 + random(5)),
        done: i === 2 ? 0 : random(30),
      })).filter(({ actual }) => actual > 0);
      stories.push({ project, code, weeks });
    }
    plans.set(project, lines);
    await plan(project, lines);
  }
  await happen(...stories);
  for (const [project, lines] of plans) {
    const work = stories.flatMap((story) =>
      story.project === project ? story.weeks.map((w) => ({ ...w, code: story.code })) : [],
    );
    const earned = ({ code, done }: { code: string; done: number }) => {
      const line = lines[code] as Line;
      return line.quantity ? (line.hours * done) / line.quantity : 0;
    };
    const measured = work.filter(({ code }) => lines[code]?.quantity);
    const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
      rows.reduce((all, row) => all + of(row), 0);
    const byWeek = [...new Set(measured.map(({ ago }) => ago))]
      .sort((a, b) => a - b)
      .slice(0, 6)
      .map((ago) => {
        const rows = measured.filter((week) => week.ago === ago);
        return { actual: sum(rows, (row) => row.actual), earned: sum(rows, earned) };
      });
    const [a, e, n] = [
      sum(byWeek, (w) => w.actual),
      sum(byWeek, (w) => w.earned),
      byWeek.length,
    ] as const;
    const codes = Object.entries(lines);
    const left = sum(codes, ([code, { hours, quantity }]) =>
      quantity
        ? Math.max(
            0,
            hours -
              sum(
                measured.filter((w) => w.code === code),
                earned,
              ),
          )
        : 0,
    );
    const unmeasured = sum(codes, ([code, { hours, quantity }]) =>
      quantity
        ? 0
        : Math.max(
            hours,
            sum(
              work.filter((w) => w.code === code),
              (w) => w.actual,
            ),
          ),
    );
    const complete = sum(measured, earned) / sum(codes, ([, { hours }]) => hours);
    const variance = sum(byWeek, (w) => (w.actual - (a / e) * w.earned) ** 2) / (n - 1);
    const margin = (T[n - 1] as number) * Math.sqrt(variance * n * ((left / e) ** 2 + left / e));
    const mean = sum(measured, (w) => w.actual) + unmeasured + (left * a) / e;
    const row = (await forecasts(project)).find((each) => each['is_project']);
    const atCompletion = sum(codes, ([code, { hours }]) => {
      const rows = work.filter((w) => w.code === code);
      const [spent, won] = [sum(rows, (w) => w.actual), sum(rows, earned)];
      return won > 0 ? spent + (Math.max(0, hours - won) * spent) / won : Math.max(hours, spent);
    });
    const early = left > 0 && (n < 3 || complete < 0.1);
    expect([shown(row?.['forecast_hours']), shown(row?.['high_hours'])]).toEqual(
      early
        ? [null, null]
        : [atCompletion.toFixed(3), Math.max(atCompletion, mean + margin).toFixed(3)],
    );
    // One forecast: what the report and the list of projects say.
    const [figures] =
      await db.sql`select sum(coalesce(forecast_hours, greatest(budget_hours, actual_hours))) as hours
      from private.budget_figures(${stage.companyId}, ${[project]})`;
    if (!early) expect(shown(row?.['forecast_hours'])).toBe(shown(figures?.['hours']));
  }
});

test('weeks add up to the report, and the plan ends at the deadline', async () => {
  const [project, code] = [await stage.project(), await stage.code(randomUUID())];
  await db.sql`update projects set deadline = ${monday(-4)} where id = ${project}`;
  await plan(project, { [code]: { hours: 100, quantity: 200 } });
  await happen({
    project,
    code,
    weeks: [
      { ago: 2, actual: 10, done: 20 },
      { ago: 0, actual: 15, done: 30 },
    ],
  });
  const rows = await owner((tx) => tx`select * from budget_weeks(${project})`);
  const sum = (name: string) => rows.reduce((all, row) => all + Number(row[name] ?? 0), 0);
  expect([sum('actual_hours'), sum('earned_hours')]).toEqual([25, 25]);
  const plans = rows.map((row) => Number(row['planned_hours']));
  // From March 16 to April 27 there are 43 days.
  expect(plans[0]?.toFixed(3)).toBe(((100 * 7) / 43).toFixed(3));
  expect(Math.max(...plans)).toBe(100);
  const [report] = await owner((tx) => tx`select * from budget_report(${project})`);
  expect([Number(report?.['actual_hours']), Number(report?.['earned_hours'])]).toEqual([25, 25]);
});

test('a deadline the day before the first work plans all of it at once', async () => {
  const [project, code] = [await stage.project(), await stage.code(randomUUID())];
  await plan(project, { [code]: { hours: 100, quantity: 200 } });
  await happen({ project, code, weeks: [{ ago: 1, actual: 10, done: 20 }] });
  await db.sql`update projects set deadline = (
      select min(work_date) - 1 from time_entries where project_id = ${project}) where id = ${project}`;
  const rows = await owner((tx) => tx`select * from budget_weeks(${project})`);
  expect(rows.map((row) => Number(row['planned_hours']))).toEqual(rows.map(() => 100));
});

test('machines cost their hours at the rates of their class, by the code of the operator', async () => {
  const [project, code] = [await stage.project(), await stage.code(randomUUID())];
  await owner(
    (tx) =>
      tx`select save_budget(${project}, '', ${tx.json([
        { cost_code_id: code, hours: 10, equipment_amount: 900 },
      ])})`,
  );
  await owner((tx) => tx`update budgets set status = 'approved' where project_id = ${project}`);
  const [kind] =
    await db.sql`insert into equipment_classes (company_id, name, operating_rate, standby_rate)
      values (${stage.companyId}, 'Excavators', 85, 32) returning id`;
  const [machine] = await db.sql`insert into equipment (company_id, name, class_id)
      values (${stage.companyId}, 'EX', ${kind?.['id']}) returning id`;
  const on = (id: string) =>
    db.sql`update time_entries set equipment_id = ${machine?.['id']} where id = ${id}`;
  const at = { project, code };
  await on(await stage.work(await stage.worker(), '2026-03-09 07:00', '2026-03-09 12:00', at));
  // One of these hours two were on the machine; it counts once.
  await on(await stage.work(await stage.worker(), '2026-03-09 11:00', '2026-03-09 13:00', at));
  await db.sql`insert into equipment_days (company_id, equipment_id, work_date, project_id, idle_minutes)
    values (${stage.companyId}, ${machine?.['id']}, '2026-03-10', ${project}, 90)`;
  const rows = await owner(
    (tx) =>
      tx`select cost_code_id, equipment_budget_amount, equipment_amount from budget_report(${project})`,
  );
  expect(rows).toEqual([
    { cost_code_id: code, equipment_budget_amount: '900.00', equipment_amount: '510.00' },
    { cost_code_id: null, equipment_budget_amount: null, equipment_amount: '48.00' },
  ]);
  const origins = await owner(
    (tx) => tx`select equipment from payroll_line_origins('2026-03-09', '2026-03-09')
      where project_id = ${project}`,
  );
  expect(origins).toEqual([{ equipment: ['EX'] }, { equipment: ['EX'] }]);
  await expect(
    db.sql`update budget_lines set equipment_amount = 1 where equipment_amount = 900`,
  ).rejects.toMatchObject({ hint: 'budget_approved' });
});

test('finished work has unit rates with their sample; a share is no unit', async () => {
  const code = await stage.code(randomUUID());
  for (const [hours, done] of [
    [20, 100],
    [30, 120],
    [50, 40],
  ] as const) {
    const project = await stage.project();
    await plan(project, { [code]: { hours: 25, quantity: 100 } });
    await happen({ project, code, weeks: [{ ago: 0, actual: hours, done }] });
  }
  const rows = await owner((tx) => tx`select * from unit_rates() where cost_code_id = ${code}`);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ unit: 'SF', projects: '2' });
  expect(
    ['quantity', 'hours', 'hours_per_unit', 'lowest', 'highest', 'budget_per_unit'].map((name) =>
      shown(rows[0]?.[name]),
    ),
  ).toEqual(['220.000', '50.000', '0.227', '0.200', '0.250', '0.250']);
});

test('an alert is told once, to those who want it, and foremen hear nothing of cost', async () => {
  const send = () => db.sql`select private.send_budget_alerts() as told`;
  const alerts = (who = us.manager) =>
    as(
      db.sql,
      who,
      (tx) => tx`select kind, threshold, cost_code_id is null as whole from budget_alerts
        order by kind, threshold, whole`,
    );
  const [budget] = await as(
    db.sql,
    us.manager,
    (tx) =>
      tx`select * from save_budget(${us.project}, '', ${tx.json([
        { cost_code_id: us.costCode, hours: 10, labor_amount: 100, quantity: 100, unit: 'SF' },
      ])})`,
  );
  const approve = (id: string) =>
    as(db.sql, us.manager, (tx) => tx`update budgets set status = 'approved' where id = ${id}`);
  await approve(budget?.['id']);
  await as(db.sql, us.owner, (tx) => tx`update preferences set notify_project_updates = false`);
  await db.sql`insert into project_members (company_id, project_id, employee_id)
    values (${us.id}, ${us.project}, ${us.foreman.employeeId}), (${us.id}, ${us.project}, ${us.employee.employeeId})`;
  await db.sql`update employee_rates set hourly_rate = 10 where employee_id = ${us.employee.employeeId}`;
  const work = (day: string, hours: number) =>
    db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, cost_code_id)
      values (${us.id}, ${us.employee.employeeId}, ${`${day} 12:00Z`}, ${new Date(Date.parse(`${day}T12:00:00Z`) + hours * 3_600_000)},
        ${us.project}, ${us.costCode})`;
  await work('2026-03-09', 7);
  await send();
  // 70 % used and nothing complete: ahead, for the code and the project.
  expect(await alerts()).toEqual([
    { kind: 'ahead', threshold: 0, whole: false },
    { kind: 'ahead', threshold: 0, whole: true },
  ]);
  await work('2026-03-10', 2.2);
  await db.sql`delete from mail.outbox`;
  await send();
  await send();
  expect((await alerts()).slice(2)).toEqual([
    { kind: 'cost', threshold: 90, whole: false },
    { kind: 'cost', threshold: 90, whole: true },
    { kind: 'hours', threshold: 90, whole: false },
    { kind: 'hours', threshold: 90, whole: true },
  ]);
  expect(await alerts(us.foreman)).toHaveLength(4);
  expect(await alerts(us.employee)).toEqual([]);
  const mails = await db.sql`select to_address, data->>'reasons' as reasons from mail.outbox
    where template = 'budget_alert' order by to_address`;
  const to = mails.map((mail) => mail['to_address']);
  expect(to).toContain(us.manager.email);
  expect(to).toContain(us.foreman.email);
  expect(to).not.toContain(us.owner.email);
  expect(to).not.toContain(us.employee.email);
  const words = (who: { email: string }) =>
    mails.find((mail) => mail['to_address'] === who.email)?.['reasons'] as string;
  expect(words(us.manager)).toContain('92% of the labor cost is used.');
  expect(words(us.foreman)).toContain('92% of the hours are used.');
  expect(words(us.foreman)).not.toContain('cost');

  const see = (who: typeof us.manager) =>
    as(
      db.sql,
      who,
      (tx) =>
        tx`update budget_alerts set seen_at = '2020-01-01' where kind = 'hours' returning seen_by, seen_at > '2026-01-01' as now`,
    );
  expect(await see(us.foreman)).toEqual([]);
  expect(await see(us.manager)).toEqual([
    { seen_by: us.manager.userId, now: true },
    { seen_by: us.manager.userId, now: true },
  ]);
  await expect(
    as(db.sql, us.manager, (tx) => tx`update budget_alerts set threshold = 1`),
  ).rejects.toMatchObject({ code: '42501' });
  // A new version starts anew; a smaller share than before is no news within one.
  const [change] = await as(
    db.sql,
    us.manager,
    (tx) =>
      tx`select * from save_budget(${us.project}, '', ${tx.json([
        { cost_code_id: us.costCode, hours: 12, quantity: 100, unit: 'SF' },
      ])})`,
  );
  await approve(change?.['id']);
  await send();
  expect(
    await db.sql`select kind, threshold from budget_alerts where company_id = ${us.id} and version = 2 and cost_code_id is null order by kind`,
  ).toEqual([
    { kind: 'ahead', threshold: 0 },
    { kind: 'hours', threshold: 75 },
  ]);
});

test('who may ask for forecasts and keep scenarios', async () => {
  for (const call of [
    (tx: Tx) => tx`select * from budget_forecast(${us.project})`,
    (tx: Tx) => tx`select * from budget_forecast()`,
    (tx: Tx) => tx`select * from budget_weeks(${us.project})`,
    (tx: Tx) => tx`select * from budget_pace(${us.project})`,
    (tx: Tx) => tx`select * from unit_rates()`,
  ]) {
    await expect(as(db.sql, us.employee, call)).rejects.toMatchObject({ hint: 'foremen_only' });
    await expect(as(db.sql, 'anon', call)).rejects.toMatchObject({ code: '42501' });
    await as(db.sql, us.foreman, call);
  }
  await expect(owner((tx) => tx`select * from budget_weeks(${us.project})`)).rejects.toMatchObject({
    hint: 'project_unknown',
  });
  const save = (who: typeof us.manager) =>
    as(
      db.sql,
      who,
      (tx) =>
        tx`insert into budget_scenarios (project_id, name, people) values (${us.project}, 'More', 9) returning created_by`,
    );
  await expect(save(us.foreman)).rejects.toMatchObject({ code: '42501' });
  expect(await save(us.manager)).toEqual([{ created_by: us.manager.userId }]);
  await expect(save(us.manager)).rejects.toMatchObject({ code: '23505' });
  expect(await as(db.sql, us.foreman, (tx) => tx`select * from budget_scenarios`)).toEqual([]);
});

test('rates of the last weeks are for managers, with overtime and burden', async () => {
  const [project, code] = [await stage.project(), await stage.code(randomUUID())];
  await plan(project, { [code]: { hours: 100, quantity: 100 } });
  const worker = await stage.worker(20);
  await db.sql`insert into burden_rates (company_id, percent) values (${stage.companyId}, 50)`;
  const [today] = await db.sql`select private.company_today(${stage.companyId})::text as today`;
  const day = Temporal.PlainDate.from(today?.['today']);
  const begin = day.subtract({ days: day.dayOfWeek - 1 + 7 }).toString();
  await stage.days(worker, ['10', '10', '10', '10', '10'], { project, code, monday: begin });
  const [pace] = await owner((tx) => tx`select * from budget_pace(${project})`);
  expect(
    Object.fromEntries(
      Object.entries(pace ?? {}).map(([name, value]) => [
        name,
        value === null ? null : Number(value),
      ]),
    ),
  ).toEqual({
    people: 1,
    hours_per_week: 50,
    overtime_per_week: 10,
    weekly_after: 40,
    daily_after: null,
    hour_cost: 30,
    overtime_premium: 15,
  });
  await db.sql`delete from burden_rates where company_id = ${stage.companyId}`;
});
