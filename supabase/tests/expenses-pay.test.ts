import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, hire, hoursAgo, openCompany, type Person } from './world.ts';

const { db, us, act } = await openCompany();

type Row = Readonly<Record<string, unknown>>;

/** Vectors have fixed days, which the product itself stores for any clock. */
async function add(more: Row): Promise<Row> {
  const row = {
    company_id: us.id,
    employee_id: us.employee.employeeId,
    project_id: us.project,
    amount: 0,
    ...more,
  };
  const [made] = await db.sql`insert into expenses ${db.sql(row as never)} returning *`;
  return made as Row;
}
const miles = async (count: string, day: string, who = us.employee) =>
  (await add({ kind: 'mileage', miles: count, spent_on: day, employee_id: who.employeeId }))[
    'amount'
  ];
const receipt = (amount: string, day: string, who = us.employee) =>
  add({ kind: 'receipt', amount, spent_on: day, employee_id: who.employeeId });
const decide = (id: unknown, approve = true) =>
  act(us.manager, (tx) => tx`select * from decide_expense(${id as string}, ${approve}, 'Checked')`);
const itemsOf = (id: unknown) =>
  db.sql`select pay_code, amount_cents::int, work_date::text from pay_items where expense_id = ${id as string} order by work_date, amount_cents desc`;
const today = async () =>
  (await db.sql`select private.company_today(${us.id})::text as day`)[0]?.['day'] as string;
const rule = (fields: Row) =>
  act(us.manager, (tx) => tx`insert into per_diem_rules ${tx(fields as never)} returning id`);
const trip = (project: string, first: string, last: string, more: Row = {}) =>
  db.sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: us.employee.userId, role: 'service_role' })}, true)`;
    const lodging = (more['lodging'] ?? false) as boolean;
    const distance = (more['miles'] ?? null) as string | null;
    return tx`select spent_on::text as day, amount, nights::int, travel_day from claim_per_diem(${randomUUID()}, ${project}, ${first}, ${last}, ${lodging}, ${distance}, null, null, ${us.employee.employeeId})`;
  });
const project = async (name: string) =>
  (
    await db.sql`insert into projects (company_id, name) values (${us.id}, ${name}) returning id`
  )[0]?.['id'] as string;
const total = (rows: readonly Row[]) =>
  rows.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0) / 100;

beforeAll(async () => {
  await db.sql`update companies set time_zone = 'America/Denver', week_start = 1, pay_period_kind = 'weekly', pay_period_anchor = '2026-03-02' where id = ${us.id}`;
});

describe('docs/rules/expenses.md: miles', () => {
  test('EXP-1 (F-2): 127.4 miles on 2026-01-02 are 92.37, half up', async () => {
    expect(await miles('127.4', '2026-01-02')).toBe('92.37');
  });
  test('EXP-2 (F-2): on 2025-12-31 they are 89.18, by the date of the trip', async () => {
    expect(await miles('127.4', '2025-12-31')).toBe('89.18');
  });
  test('EXP-3: the rate that changed in the middle of 2022', async () => {
    expect(await miles('100', '2022-06-30')).toBe('58.50');
    expect(await miles('100', '2022-07-01')).toBe('62.50');
  });
  test('EXP-4: before the first rate there is none, and nothing is guessed', async () => {
    await expect(miles('10', '2021-12-31')).rejects.toMatchObject({ hint: 'no_mileage_rate' });
  });
  test('EXP-5: the company’s own rate from its date on; what was entered and not decided follows it', async () => {
    const before = await add({ kind: 'mileage', miles: '33.3', spent_on: '2026-03-01' });
    const decided = await add({ kind: 'mileage', miles: '33.3', spent_on: '2026-03-02' });
    await decide(decided['id']);
    await act(
      us.manager,
      (tx) => tx`insert into reimbursement_rates (from_date, rate) values ('2026-03-01', 0.60)`,
    );
    const amounts =
      await db.sql`select amount from expenses where id in (${before['id'] as string}, ${decided['id'] as string}) order by spent_on`;
    expect(amounts).toEqual([{ amount: '19.98' }, { amount: '24.14' }]);
    expect(await miles('33.3', '2026-02-28')).toBe('24.14');
    await act(us.manager, (tx) => tx`delete from reimbursement_rates`);
  });
});

describe('docs/rules/expenses.md: per diem', () => {
  test('EXP-6 (F-3): five days are 306.00 of meals and 440.00 of lodging', async () => {
    const away = await project('Away');
    await rule({
      project_id: away,
      from_date: '2025-10-01',
      daily_amount: 68,
      lodging_amount: 110,
    });
    const days = await trip(away, '2026-05-04', '2026-05-08', { lodging: true });
    expect(days).toMatchObject([
      { amount: '161.00', nights: 1, travel_day: true },
      { amount: '178.00', nights: 1, travel_day: false },
      { amount: '178.00' },
      { amount: '178.00' },
      { amount: '51.00', nights: 0, travel_day: true },
    ]);
    expect(total(days)).toBe(746);
    expect(total(await trip(away, '2026-05-11', '2026-05-15'))).toBe(306);
  });
  test('EXP-7: a day without a night is a first and last day, once', async () => {
    const away = await project('Day trip');
    await rule({
      project_id: away,
      from_date: '2025-10-01',
      daily_amount: 68,
      lodging_amount: 110,
    });
    expect(await trip(away, '2026-06-01', '2026-06-01', { lodging: true })).toMatchObject([
      { amount: '51.00', nights: 0 },
    ]);
  });
  test('EXP-8: each day has the rule of its own date', async () => {
    const away = await project('Two rules');
    await rule({ project_id: away, from_date: '2026-01-01', daily_amount: 60 });
    await rule({ project_id: away, from_date: '2026-06-10', daily_amount: 72 });
    const days = await trip(away, '2026-06-08', '2026-06-11');
    expect(days.map(({ amount }) => amount)).toEqual(['45.00', '60.00', '72.00', '54.00']);
  });
  test('EXP-9: a reduced day is rounded half up, once', async () => {
    const away = await project('Odd');
    await rule({ project_id: away, from_date: '2026-01-01', daily_amount: '61.34' });
    expect(await trip(away, '2026-06-15', '2026-06-15')).toMatchObject([{ amount: '46.01' }]);
  });
  test('EXP-10: who lives nearer than the rule says gets none; on the line they do', async () => {
    const away = await project('Far');
    await rule({
      project_id: away,
      from_date: '2026-01-01',
      daily_amount: 50,
      min_distance_miles: 60,
    });
    await expect(trip(away, '2026-07-06', '2026-07-07', { miles: '59.9' })).rejects.toMatchObject({
      hint: 'per_diem_too_near',
    });
    await expect(trip(away, '2026-07-06', '2026-07-07')).rejects.toMatchObject({
      hint: 'per_diem_too_near',
    });
    expect(total(await trip(away, '2026-07-06', '2026-07-07', { miles: '60' }))).toBe(75);
  });
  test('EXP-11: nobody has two per diems on a day, on whatever project; a trip is repeated without harm', async () => {
    const away = await project('Once');
    await rule({ project_id: away, from_date: '2026-01-01', daily_amount: 50 });
    const id = randomUUID();
    const claim = () =>
      db.sql.begin(async (tx) => {
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: us.employee.userId, role: 'service_role' })}, true)`;
        return tx`select id from claim_per_diem(${id}, ${away}, '2026-08-03', '2026-08-04')`;
      });
    const first = await claim();
    expect(await claim()).toEqual(first);
    await expect(trip(away, '2026-08-04', '2026-08-05')).rejects.toMatchObject({
      constraint: 'expenses_one_per_diem_a_day',
    });
  });
  test('EXP-12: days worked propose a trip, without those claimed and without single days', async () => {
    const away = await project('Proposed');
    await rule({
      project_id: away,
      from_date: '2020-01-01',
      daily_amount: 68,
      lodging_amount: 110,
    });
    const person = await hire(db.sql, us.owner, 'employee');
    for (const day of ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-13'])
      await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, cost_code_id)
        values (${us.id}, ${person.employeeId}, ${`${day}T14:00:00Z`}, ${`${day}T22:00:00Z`}, ${away}, ${us.costCode})`;
    const proposed = () =>
      as(
        db.sql,
        person,
        (tx) =>
          tx`select first_day::text, last_day::text, nights, meals, lodging, amount from proposed_per_diem('2026-03-01', '2026-03-31')`,
      );
    expect(await proposed()).toEqual([
      {
        first_day: '2026-03-09',
        last_day: '2026-03-11',
        nights: 2,
        meals: '170.00',
        lodging: '220.00',
        amount: '390.00',
      },
    ]);
    await db.sql`insert into expenses (company_id, employee_id, project_id, spent_on, kind, amount)
      values (${us.id}, ${person.employeeId}, ${away}, '2026-03-09', 'per_diem', 0)`;
    expect(await proposed()).toMatchObject([{ first_day: '2026-03-10', nights: 1 }]);
  });
});

describe('pay', () => {
  /** A week with overtime: 50 hours at 30.00. */
  async function fiftyHours(): Promise<Person> {
    const person = await hire(db.sql, us.owner, 'employee', 30);
    await db.sql`update employee_rates set effective_from = '2026-01-01' where employee_id = ${person.employeeId}`;
    for (const day of ['09', '10', '11', '12', '13'])
      await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, cost_code_id)
        values (${us.id}, ${person.employeeId}, ${`2026-03-${day}T13:00:00Z`}, ${`2026-03-${day}T23:00:00Z`}, ${us.project}, ${us.costCode})`;
    return person;
  }
  const lines = (person: Person) =>
    act(
      us.manager,
      (tx) =>
        tx`select pay_code, sum(minutes)::int as minutes, sum(straight_cents)::int as straight, sum(premium_cents)::int as premium
          from payroll_lines_for(${us.id}, '2026-03-09', '2026-03-15', ${person.employeeId}) group by pay_code order by pay_code`,
    );

  test('EXP-13: approved expenses are lines of their own codes and change no wage, overtime or regular rate', async () => {
    const person = await fiftyHours();
    const wages = await lines(person);
    expect(wages).toEqual([
      { pay_code: 'OT', minutes: 600, straight: 30_000, premium: 15_000 },
      { pay_code: 'REG', minutes: 2400, straight: 120_000, premium: 0 },
    ]);
    const bolts = await receipt('118.20', '2026-03-10', person);
    const entered = await receipt('5.00', '2026-03-10', person);
    const drive = await add({
      kind: 'mileage',
      miles: '127.4',
      spent_on: '2026-03-11',
      employee_id: person.employeeId,
      cost_code_id: us.costCode,
    });
    for (const row of [bolts, drive]) await decide(row['id']);
    expect(await itemsOf(entered['id'])).toEqual([]);
    expect(await lines(person)).toEqual([
      { pay_code: 'EXPENSE', minutes: 0, straight: 11_820, premium: 0 },
      { pay_code: 'MILEAGE', minutes: 0, straight: 9237, premium: 0 },
      ...wages,
    ]);
    expect(
      await db.sql`select gross_cents::int as gross, reimbursed_cents::int as repaid from private.gross_of_spans(${us.id}, '2026-03-15', null)
        where employee_id = ${person.employeeId} and end_date = '2026-03-15'`,
    ).toEqual([{ gross: 165_000, repaid: 21_057 }]);
    const cost = await act(
      us.manager,
      (tx) =>
        tx`select straight_cents::int as straight, premium_cents::int as premium, other_cents::int as other
          from labor_cost_report('2026-03-09', '2026-03-15', 'employee') where group_key = ${person.employeeId}`,
    );
    expect(cost).toEqual([{ straight: 150_000, premium: 15_000, other: 0 }]);
    // Beside the earnings on the screen and in the files, never among them.
    for (const source of [
      "payroll_overview('2026-03-09', '2026-03-15')",
      `generate_payroll_export_data('${us.id}', '2026-03-09', '2026-03-15')`,
    ]) {
      const pay = await act(us.manager, (tx) =>
        tx.unsafe(
          `select total_earnings, other_pay, fringe_pay, reimbursed_pay from ${source} where employee_id = $1`,
          [person.employeeId],
        ),
      );
      expect(pay).toEqual([
        {
          total_earnings: '1650.00',
          other_pay: '0.00',
          fringe_pay: '0.00',
          reimbursed_pay: '210.57',
        },
      ]);
    }
  });

  test('EXP-14: the lock marks it paid once; an expense that comes after it is paid on the day of the decision', async () => {
    const person = await fiftyHours();
    const early = await receipt('20.00', '2026-03-10', person);
    await decide(early['id']);
    const lock = () =>
      act(us.manager, (tx) => tx`select lock_pay_period('2026-03-09', '2026-03-15', true)`);
    await lock();
    const status = async (id: unknown) =>
      (await db.sql`select status, pay_date::text from expenses where id = ${id as string}`)[0];
    expect(await status(early['id'])).toEqual({ status: 'paid', pay_date: '2026-03-10' });
    const late = await receipt('30.00', '2026-03-11', person);
    await decide(late['id']);
    expect(await status(late['id'])).toEqual({ status: 'approved', pay_date: await today() });
    expect(await itemsOf(late['id'])).toEqual([
      { pay_code: 'EXPENSE', amount_cents: 3000, work_date: await today() },
    ]);
    await expect(
      act(us.manager, (tx) => tx`select undo_expense_decision(${early['id'] as string})`),
    ).rejects.toMatchObject({ hint: 'expense_paid' });
    await act(
      us.owner,
      (tx) => tx`select unlock_pay_period('2026-03-09', '2026-03-15', 'Wrong rate')`,
    );
    expect(await status(early['id'])).toEqual({ status: 'approved', pay_date: '2026-03-10' });
    await lock();
    expect(await itemsOf(early['id'])).toHaveLength(1);
    await act(us.manager, (tx) => tx`select undo_expense_decision(${late['id'] as string})`);
    expect(await status(late['id'])).toEqual({ status: 'entered', pay_date: null });
    expect(await itemsOf(late['id'])).toEqual([]);
  });

  test('EXP-15: a paid expense of 100.00 that should have been 80.00 takes 20.00 back today, under its own code', async () => {
    const person = await hire(db.sql, us.owner, 'employee', 30);
    const row = await receipt('100.00', '2026-04-08', person);
    await decide(row['id']);
    await expect(
      act(
        us.manager,
        (tx) => tx`select correct_expense(${row['id'] as string}, 80, 'Typed wrong')`,
      ),
    ).rejects.toMatchObject({ hint: 'expense_not_paid' });
    await act(us.manager, (tx) => tx`select lock_pay_period('2026-04-06', '2026-04-12', true)`);
    const correct = (who: Person, amount: number, note: string | null) =>
      act(who, (tx) => tx`select correct_expense(${row['id'] as string}, ${amount}, ${note})`);
    await expect(correct(us.foreman, 80, 'x')).rejects.toMatchObject({ hint: 'managers_only' });
    await expect(correct(us.manager, 80, ' ')).rejects.toMatchObject({ hint: 'reason_required' });
    await correct(us.manager, 80, 'Typed wrong');
    const taken = { pay_code: 'EXPENSE', amount_cents: -2000, work_date: await today() };
    expect(await itemsOf(row['id'])).toEqual([
      { pay_code: 'EXPENSE', amount_cents: 10_000, work_date: '2026-04-08' },
      taken,
    ]);
    await correct(us.manager, 80, 'The same again');
    expect(await itemsOf(row['id'])).toHaveLength(2);
    const [stored] =
      await db.sql`select status, amount from expenses where id = ${row['id'] as string}`;
    expect(stored).toEqual({ status: 'paid', amount: '80.00' });
    await expect(
      act(
        us.manager,
        (tx) => tx`delete from pay_items where expense_id = ${row['id'] as string} returning id`,
      ),
    ).resolves.toEqual([]);
    await expect(
      act(
        us.manager,
        (tx) => tx`insert into pay_items (employee_id, work_date, pay_code, amount_cents)
        values (${person.employeeId}, ${hoursAgo(24)}, 'EXPENSE', -5)`,
      ),
    ).rejects.toMatchObject({ constraint: 'pay_items_only_adjustments_subtract' });
  });

  test('EXP-16: a file that was handed out pays what is in it, also without a lock', async () => {
    const person = await hire(db.sql, us.owner, 'employee', 30);
    const row = await receipt('15.00', '2026-05-20', person);
    await decide(row['id']);
    await act(
      us.manager,
      (tx) => tx`select record_payroll_export('2026-05-18', '2026-05-24', 'csv')`,
    );
    const late = await receipt('16.00', '2026-05-20', person);
    await decide(late['id']);
    const rows =
      await db.sql`select status, pay_date::text from expenses where id in (${row['id'] as string}, ${late['id'] as string}) order by amount`;
    expect(rows).toEqual([
      { status: 'paid', pay_date: '2026-05-20' },
      { status: 'approved', pay_date: await today() },
    ]);
  });

  test('EXP-17: burden is on wages, never on what is repaid', async () => {
    const site = await project('Burden');
    const person = await hire(db.sql, us.owner, 'employee', 30);
    await db.sql`update employee_rates set effective_from = '2026-01-01' where employee_id = ${person.employeeId}`;
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, cost_code_id)
      values (${us.id}, ${person.employeeId}, '2026-06-02T13:00:00Z', '2026-06-02T23:00:00Z', ${site}, ${us.costCode})`;
    const row = await add({
      kind: 'receipt',
      amount: '100.00',
      spent_on: '2026-06-02',
      project_id: site,
      cost_code_id: us.costCode,
      employee_id: person.employeeId,
    });
    await decide(row['id']);
    await db.sql`insert into burden_rates (company_id, percent) values (${us.id}, 20)`;
    const [cost] =
      await db.sql`select sum(amount) as amount from private.labor_cost(${us.id}, ${site})`;
    // 300.00 of wages and 60.00 of burden; the receipt is beside them.
    expect(Number(cost?.['amount'])).toBe(360);
    await db.sql`delete from burden_rates where company_id = ${us.id}`;
    const [bare] =
      await db.sql`select sum(amount) as amount from private.labor_cost(${us.id}, ${site})`;
    expect(Number(bare?.['amount'])).toBe(300);
    expect(
      await db.sql`select approved, entered from private.expense_cost(${us.id}, ${site})`,
    ).toEqual([{ approved: '100.00', entered: '0' }]);
  });

  test('an export of before what is repaid stood beside the earnings is not called changed', async () => {
    const person = await hire(db.sql, us.owner, 'employee');
    await db.sql`update employee_rates set hourly_rate = 30, effective_from = '2026-01-01' where employee_id = ${person.employeeId}`;
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out)
      values (${us.id}, ${person.employeeId}, '2026-07-07T13:00:00Z', '2026-07-07T23:00:00Z')`;
    await db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, amount_cents)
      values (${us.id}, ${person.employeeId}, '2026-07-07', 'EXPENSE', 11820)`;
    const [made] = await act(
      us.manager,
      (tx) =>
        tx`select to_jsonb(x) as x from record_payroll_export('2026-07-06', '2026-07-12', 'csv') x`,
    );
    const recorded = made?.['x'] as { rows: { summary: Record<string, unknown>[] } };
    const { rows } = recorded;
    const summary = rows.summary.map(({ reimbursed_pay, fringe_pay: _, ...row }) => ({
      ...row,
      total_earnings: Number(row['total_earnings']) + Number(reimbursed_pay),
      other_pay: Number(row['other_pay']) + Number(reimbursed_pay),
    }));
    const [early] =
      await db.sql`insert into payroll_exports (company_id, exported_by, start_date, end_date, format, rows)
        values (${us.id}, ${us.manager.userId}, '2026-07-06', '2026-07-12', 'csv', ${db.sql.json({ ...rows, summary } as never)}) returning id`;
    const changes = () =>
      act(
        us.manager,
        (tx) =>
          tx`select earnings_then, earnings_now from payroll_export_changes(${early?.['id']})`,
      );
    expect(await changes()).toEqual([]);
    await db.sql`update employee_rates set hourly_rate = 31 where employee_id = ${person.employeeId}`;
    expect(await changes()).toEqual([{ earnings_then: '300.00', earnings_now: '310.00' }]);
  });

  test('reports add up by person, project, kind, month and period', async () => {
    const person = await hire(db.sql, us.owner, 'employee', 30);
    await db.sql`insert into expenses (company_id, employee_id, project_id, spent_on, kind, amount, miles, status)
      values (${us.id}, ${person.employeeId}, ${us.project}, '2026-09-01', 'receipt', 10, null, 'entered'),
        (${us.id}, ${person.employeeId}, ${us.project}, '2026-09-02', 'mileage', 0, 100, 'entered'),
        (${us.id}, ${person.employeeId}, ${us.project}, '2026-09-03', 'receipt', 99, null, 'declined')`;
    const report = (by: string, then: string | null = null) =>
      act(
        us.manager,
        (tx) =>
          tx`select group_key, then_key, receipts, mileage, miles, total, expenses::int from expense_report('2026-09-01', '2026-09-30', ${by}, ${then})`,
      );
    const all = {
      receipts: '10.00',
      mileage: '72.50',
      miles: '100.00',
      total: '82.50',
      expenses: 2,
    };
    expect(await report('employee')).toMatchObject([{ group_key: person.employeeId, ...all }]);
    expect(await report('project')).toMatchObject([{ group_key: us.project, ...all }]);
    expect(await report('month')).toMatchObject([{ group_key: '2026-09-01', ...all }]);
    expect(await report('period')).toMatchObject([{ group_key: '2026-08-31', ...all }]);
    expect(await report('kind', 'employee')).toMatchObject([
      { group_key: 'mileage', then_key: person.employeeId, total: '72.50' },
      { group_key: 'receipt', then_key: person.employeeId, total: '10.00' },
    ]);
    await expect(report('color')).rejects.toMatchObject({ hint: 'unknown_cost_grouping' });
  });
});
