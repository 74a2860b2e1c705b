import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pairedTablet } from './kiosk-stage.ts';
import { publicProject } from './public-work-stage.ts';
import { openCompanies } from './world.ts';

const { db, us, them, act } = await openCompanies();

interface Plan {
  kind?: string;
  cost?: number;
  period?: string;
  hours?: number | null;
  from?: string;
  to?: string | null;
  funded?: boolean;
  approval?: string | null;
  approvedOn?: string | null;
}

async function plan(of: Plan = {}): Promise<{ id: string; credit: string }> {
  const [row] = await act(
    us.manager,
    (tx) =>
      tx`insert into fringe_plans (name, kind, cost_amount, cost_period, hours_basis, from_date, to_date, funded, approval, approved_on)
      values ('Plan', ${of.kind ?? 'health'}, ${of.cost ?? 4}, ${of.period ?? 'hour'}, ${of.hours ?? null},
        ${of.from ?? '2026-01-01'}, ${of.to ?? null}, ${of.funded ?? true}, ${of.approval ?? null}, ${of.approvedOn ?? null})
      returning id, hourly_credit::text as credit`,
  );
  return row as unknown as { id: string; credit: string };
}

async function person(): Promise<string> {
  const [row] = await db.sql`insert into employees (company_id, first_name, last_name)
    values (${us.id}, 'Luis', 'Ortega') returning id`;
  return row?.['id'];
}

const enroll = (employee: string, plans: string, from = '2026-01-01', to: string | null = null) =>
  act(
    us.manager,
    (tx) => tx`insert into employee_fringe_plans (employee_id, plan_id, from_date, to_date)
      values (${employee}, ${plans}, ${from}, ${to})`,
  );

const credits = async (employee: string, first: string, last: string) =>
  (
    await db.sql`select valid_from::text, valid_to::text, credit_e4 from private.fringe_credits(${us.id}, ${first}, ${last})
      where employee_id = ${employee} order by valid_from`
  ).map((row) => [row['valid_from'], row['valid_to'], row['credit_e4']]);

test('A-17: a cost by month is divided by all hours of a year, public and private', async () => {
  expect((await plan({ cost: 650, period: 'month', hours: 2080 })).credit).toBe('3.75');
  expect((await plan({ cost: 7800, period: 'year', hours: 2080 })).credit).toBe('3.75');
});

test('credits are rounded down to the cent', async () => {
  expect((await plan({ cost: 649.99, period: 'month', hours: 2080 })).credit).toBe('3.74');
  expect((await plan({ cost: 7.999, period: 'hour' })).credit).toBe('7.99');
});

test('stretches of a person add up what plans are in force, and do not overlap', async () => {
  const [luis, health, pension] = [
    await person(),
    await plan({ cost: 4 }),
    await plan({ cost: 2.5, to: '2026-06-30' }),
  ];
  await enroll(luis, health.id, '2026-02-01', '2026-03-31');
  await enroll(luis, health.id, '2026-05-01');
  await enroll(luis, pension.id, '2026-03-15');
  expect(await credits(luis, '2026-01-01', '2026-12-31')).toEqual([
    ['2026-02-01', '2026-03-15', 40000],
    ['2026-03-15', '2026-04-01', 65000],
    ['2026-04-01', '2026-05-01', 25000],
    ['2026-05-01', '2026-07-01', 65000],
    ['2026-07-01', 'infinity', 40000],
  ]);
  expect(await credits(luis, '2026-04-10', '2026-04-12')).toEqual([
    ['2026-04-01', '2026-05-01', 25000],
  ]);
  expect(await credits(luis, '2025-01-01', '2025-12-31')).toEqual([]);
});

test('an unfunded plan counts from its approval on, and never without one', async () => {
  const luis = await person();
  const unfunded = await plan({ funded: false });
  await enroll(luis, unfunded.id);
  expect(await credits(luis, '2026-01-01', '2026-12-31')).toEqual([]);
  await act(
    us.manager,
    (tx) => tx`update fringe_plans set approval = ' ' where id = ${unfunded.id}`,
  );
  expect(await credits(luis, '2026-01-01', '2026-12-31')).toEqual([]);
  await act(
    us.manager,
    (tx) =>
      tx`update fringe_plans set approval = 'WHD letter 4711', approved_on = '2026-04-01' where id = ${unfunded.id}`,
  );
  expect(await credits(luis, '2026-01-01', '2026-12-31')).toEqual([
    ['2026-04-01', 'infinity', 40000],
  ]);
});

test('B-CA3: 1.02 an hour for training is a credit, and never part of the cash', async () => {
  const { project, classes } = await publicProject(
    db.sql,
    us.id,
    [{ name: 'Carpenter', base: 50, fringe: 25 }],
    { regime: 'ca' },
  );
  const [ana, training] = [await person(), await plan({ kind: 'training', cost: 1.02 })];
  await db.sql`insert into employee_classifications (company_id, employee_id, project_id, classification_id, from_date)
    values (${us.id}, ${ana}, ${project}, ${classes[0] as string}, '2026-01-01')`;
  const rows = () =>
    act(
      us.manager,
      (tx) => tx`select credit::float8, cash::float8, cash_rule, open::float8, training, plans
        from fringe_coverage('2026-03-10') where employee_id = ${ana}`,
    );
  expect(await rows()).toEqual([
    { credit: 0, cash: 25, cash_rule: 'rest', open: 0, training: false, plans: [] },
  ]);
  await enroll(ana, training.id);
  expect(await rows()).toMatchObject([
    { credit: 1.02, cash: 23.98, cash_rule: 'rest', training: true },
  ]);
  const [[, , credit] = []] = await credits(ana, '2026-03-09', '2026-03-15');
  expect((Number(credit) * 40) / 10_000).toBe(40.8);
});

test('what is covered: plans, cash as given, the fringe of an apprentice, and what is open', async () => {
  const { project, classes } = await publicProject(db.sql, us.id, [
    { name: 'Electrician', base: 30, fringe: 12.5 },
  ]);
  const [given, none, apprentice, health] = [
    await person(),
    await person(),
    await person(),
    await plan({ cost: 650, period: 'month', hours: 2080 }),
  ];
  for (const [employee, cash] of [
    [given, 3],
    [apprentice, null],
  ] as const)
    await db.sql`insert into employee_classifications (company_id, employee_id, project_id, classification_id, from_date, cash_in_lieu)
      values (${us.id}, ${employee}, ${project}, ${classes[0] as string}, '2026-01-01', ${cash})`;
  await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, classification_id)
    values (${us.id}, ${none}, '2026-03-09T12:00:00Z', '2026-03-09T20:00:00Z', ${project}, ${classes[0] as string})`;
  await db.sql`with made as (insert into apprenticeship_programs (company_id, name, occupation, fringe_rule)
      values (${us.id}, 'JATC', 'electrician', 'program') returning id)
    insert into apprenticeships (company_id, employee_id, program_id, from_date, level, percent, fringe_percent)
      select ${us.id}, ${apprentice}, id, '2026-01-01', 'Third', 60, 60 from made`;
  for (const employee of [given, none, apprentice]) await enroll(employee, health.id);
  const found = await act(
    us.manager,
    (
      tx,
    ) => tx`select employee_id, level, fringe::float8, credit::float8, cash::float8, cash_rule, open::float8
      from fringe_coverage('2026-03-10') where project_id = ${project}`,
  );
  const of = (employee: string) => found.find((row) => row['employee_id'] === employee);
  // 12.50 less 3.75 leaves 8.75.
  expect(of(given)).toMatchObject({
    fringe: 12.5,
    credit: 3.75,
    cash: 3,
    cash_rule: 'given',
    open: 5.75,
  });
  expect(of(none)).toMatchObject({ credit: 3.75, cash: 0, cash_rule: 'none', open: 8.75 });
  expect(of(apprentice)).toMatchObject({
    level: 'Third',
    fringe: 7.5,
    cash: 3.75,
    cash_rule: 'rest',
    open: 0,
  });
});

test('hours of a year are real ones, and of who began lately those of the days since', async () => {
  const { project } = await publicProject(db.sql, us.id, [{ name: 'Roofer', base: 30, fringe: 5 }]);
  const [old, recent, plans] = [await person(), await person(), await plan()];
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000);
  const work = (employee: string, ago: number, hours: number, site: string | null) =>
    db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id)
      values (${us.id}, ${employee}, date_trunc('day', ${day(ago)}::timestamptz) + interval '15 hours',
        date_trunc('day', ${day(ago)}::timestamptz) + interval '15 hours' + ${hours} * interval '1 hour', ${site})`;
  await work(old, 700, 8, null);
  await work(old, 200, 6, project);
  await work(old, 100, 2, null);
  await work(recent, 73, 6, null);
  await enroll(recent, plans.id);
  const found = await act(
    us.manager,
    (tx) => tx`select *, yearly_hours::float8 as yearly from fringe_hours(${plans.id})`,
  );
  const of = (employee: string) => found.find((row) => row['employee_id'] === employee);
  expect(of(old)).toMatchObject({
    in_plan: false,
    public_hours: '6.00',
    private_hours: '2.00',
    yearly: 8,
  });
  expect(of(recent)).toMatchObject({ in_plan: true, private_hours: '6.00' });
  expect(of(recent)?.['yearly']).toBeCloseTo((6 * 365) / of(recent)?.['days'], 1);
});

test('a new cost from a date on takes everybody along, once', async () => {
  const [stays, left, comes, old] = [
    await person(),
    await person(),
    await person(),
    await plan({ cost: 4 }),
  ];
  await enroll(stays, old.id);
  await enroll(left, old.id, '2026-01-01', '2026-02-28');
  await enroll(comes, old.id, '2026-09-01');
  const id = randomUUID();
  const renew = (from: string) =>
    act(us.manager, (tx) => tx`select id from renew_fringe_plan(${old.id}, ${id}, ${from}, 5)`);
  await expect(renew('2026-01-01')).rejects.toThrow('The new cost must begin after the plan began');
  await renew('2026-07-01');
  await renew('2026-07-01');
  expect(await credits(stays, '2026-01-01', '2026-12-31')).toEqual([
    ['2026-01-01', '2026-07-01', 40000],
    ['2026-07-01', 'infinity', 50000],
  ]);
  expect(await credits(left, '2026-01-01', '2026-12-31')).toEqual([
    ['2026-01-01', '2026-03-01', 40000],
  ]);
  expect(await credits(comes, '2026-01-01', '2026-12-31')).toEqual([
    ['2026-09-01', 'infinity', 50000],
  ]);
});

test('bad lines are refused one by one, and the good ones saved', async () => {
  const [ana, bo, plans] = [await person(), await person(), await plan()];
  await enroll(ana, plans.id);
  const line = (employee: string, from: string, to: string | null = null) => ({
    id: randomUUID(),
    new: true,
    values: { employee_id: employee, plan_id: plans.id, from_date: from, to_date: to },
  });
  const results = await act(
    us.manager,
    (tx) => tx`select result, reason from save_rows('employee_fringe_plans',
      ${tx.json([line(ana, '2026-05-01'), line(bo, '2026-05-01', '2026-04-01'), line(bo, '2026-05-01')] as never)})`,
  );
  expect(results).toEqual([
    { result: 'error', reason: 'employee_fringe_plans_once_at_a_time' },
    { result: 'error', reason: 'employee_fringe_plans_dates' },
    { result: 'new', reason: null },
  ]);
  for (const [bad, constraint] of [
    [{ cost: 0 }, 'fringe_plans_cost_positive'],
    [{ cost: -3 }, 'fringe_plans_cost_positive'],
    [{ cost: 650, period: 'month' }, 'fringe_plans_hours'],
    [{ cost: 650, period: 'year', hours: 0 }, 'fringe_plans_hours'],
    [{ cost: 20_000 }, 'fringe_plans_credit_range'],
    [{ from: '2026-05-01', to: '2026-04-01' }, 'fringe_plans_dates'],
  ] as const)
    await expect(plan(bad)).rejects.toThrow(constraint);
});

test('people see their own plans and nobody else’s; only managers write', async () => {
  const [mine, others] = [await plan(), await plan()];
  await enroll(us.employee.employeeId, mine.id);
  await enroll(us.colleague.employeeId, others.id);
  const seen = (who: Parameters<typeof act>[0]) =>
    act(who, (tx) => tx`select id from fringe_plans where id in (${mine.id}, ${others.id})`);
  expect(await seen(us.employee)).toEqual([{ id: mine.id }]);
  await db.sql`update companies set own_rate_visible = false where id = ${us.id}`;
  expect(await seen(us.employee)).toEqual([]);
  await db.sql`update companies set own_rate_visible = true where id = ${us.id}`;
  const kiosk = await pairedTablet(db.sql, us);
  for (const who of [us.foreman, us.deactivated, them.owner, kiosk])
    expect(await seen(who)).toEqual([]);
  await expect(seen('anon')).rejects.toThrow('permission denied');
  for (const who of [us.foreman, us.employee, us.deactivated, them.owner, kiosk]) {
    await expect(
      act(
        who,
        (tx) => tx`insert into employee_fringe_plans (company_id, employee_id, plan_id)
        values (${us.id}, ${us.employee.employeeId}, ${others.id})`,
      ),
    ).rejects.toThrow(/row-level security/);
    expect(
      await act(
        who,
        (tx) => tx`update fringe_plans set cost_amount = 99 where id = ${mine.id} returning id`,
      ),
    ).toEqual([]);
    await expect(
      act(who, (tx) => tx`select renew_fringe_plan(${mine.id}, ${randomUUID()}, '2026-07-01', 99)`),
    ).rejects.toThrow(/Only managers|not an employee|not found/);
    if (who !== them.owner)
      for (const call of ['fringe_coverage()', 'fringe_hours()'])
        await expect(act(who, (tx) => tx.unsafe(`select * from ${call}`))).rejects.toThrow(
          /Only managers|not an employee/,
        );
  }
  expect(await act(them.owner, (tx) => tx`select * from fringe_coverage()`)).toEqual([]);
  expect(await act(them.owner, (tx) => tx`select * from fringe_hours(${mine.id})`)).toEqual([]);
  expect(await credits(us.employee.employeeId, '2026-01-01', '2027-12-31')).toHaveLength(1);
});
