import { describe, expect, test } from 'vitest';
import { PayrollStage } from './payroll-stage.ts';
import { as, hire, makeCompany, openCompanies, type Person } from './world.ts';

const CA = { kind: 'per_hours_worked', hours: 1, worked: 30, cap: 80, waiting_days: 90 };
const { db, us, them, act } = await openCompanies();

let names = 0;

async function addType(accrual: object | null, paid = true): Promise<string> {
  names += 1;
  const [row] = await act(
    us.manager,
    (tx) => tx`insert into time_off_types (name, pay_code, paid, accrual)
      values (${`Type ${names}`}, ${paid ? 'PTO' : null}, ${paid}, ${accrual ? tx.json(accrual as never) : null}) returning id`,
  );
  return row?.['id'];
}

async function hired(on: string): Promise<Person> {
  const person = await hire(db.sql, us.owner, 'employee');
  await db.sql`update employees set hired_on = ${on} where id = ${person.employeeId}`;
  return person;
}

/** Completed work of so many hours from a day on, at most 20 a day. */
async function work(who: Person, from: string, hours: number) {
  await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out)
    select ${us.id}, ${who.employeeId}, starts, starts + least(20, ${hours}::integer - 20 * n) * interval '1 hour'
    from generate_series(0, ceil(${hours}::numeric / 20)::integer - 1) n
    cross join lateral (select (${from}::date + n + time '01:00') at time zone 'America/New_York' as starts) s`;
}

async function balance(who: Person, type: string, on: string, caller = who) {
  const rows = await act(
    caller,
    (tx) => tx`select * from time_off_balance(${who.employeeId}, ${on})`,
  );
  return rows.find((row) => row['type_id'] === type)?.['hours'];
}

const give = (who: Person, type: string, on: string, hours: number) =>
  act(
    us.manager,
    (tx) => tx`insert into time_off_grants (employee_id, type_id, date, hours)
      values (${who.employeeId}, ${type}, ${on}, ${hours})`,
  );

async function request(who: Person, type: string, start: string, end: string, hours: number) {
  const [row] = await act(
    who,
    (tx) => tx`select * from request_time_off(${type}, ${start}, ${end}, ${hours})`,
  );
  return row?.['id'] as string;
}

const decide = (id: string, approve = true, note: string | null = null, who = us.manager) =>
  act(who, (tx) => tx`select * from decide_time_off(${id}, ${approve}, ${note})`);

const withdraw = (id: string, who: Person) =>
  act(who, (tx) => tx`select * from withdraw_time_off(${id})`);

async function take(who: Person, type: string, day: string, hours: number) {
  const id = await request(who, type, day, day, hours);
  await decide(id, true, 'Agreed');
  return id;
}

const split = async (start: string, end: string, hours: number) =>
  (
    await db.sql`select day::text, minutes from private.time_off_days(${us.id}, ${start}, ${end}, ${hours})`
  ).map(({ day, minutes }) => [day, minutes]);

const status = async (id: string) =>
  (await db.sql`select status from time_off_requests where id = ${id}`)[0]?.['status'];

const items = (id: string) =>
  db.sql`select work_date::text, pay_code, minutes from pay_items where time_off_request_id = ${id} order by work_date`;

describe('balances', () => {
  test('TO-1: an hour per 30 worked', async () => {
    const [who, type] = [await hired('2025-01-01'), await addType(CA)];
    await work(who, '2025-03-03', 100);
    expect(await balance(who, type, '2025-12-31')).toBe('3.33');
    expect(await balance(who, type, '2025-03-02')).toBe('0.00');
  });

  test('TO-2: overtime hours accrue too', async () => {
    const [who, type] = [await hired('2025-01-01'), await addType(CA)];
    for (const day of [3, 4, 5, 6, 7]) await work(who, `2025-03-0${day}`, 10);
    expect(await balance(who, type, '2025-12-31')).toBe('1.67');
  });

  test('TO-3: up to the cap', async () => {
    const [who, type] = [await hired('2025-01-01'), await addType(CA)];
    await work(who, '2025-01-02', 2088);
    expect(await balance(who, type, '2025-12-31')).toBe('69.60');
    await work(who, '2025-06-01', 312);
    expect(await balance(who, type, '2025-12-31')).toBe('80.00');
    await work(who, '2025-08-01', 32);
    expect(await balance(who, type, '2025-12-31')).toBe('80.00');
  });

  test('TO-4: what is over the cap is lost, and it grows again after use', async () => {
    const [who, type] = [await hired('2024-01-01'), await addType(CA)];
    await give(who, type, '2025-01-02', 79.5);
    await work(who, '2025-01-06', 45);
    expect(await balance(who, type, '2025-01-31')).toBe('80.00');
    await take(who, type, '2025-02-03', 8);
    expect(await balance(who, type, '2025-02-28')).toBe('72.00');
    await work(who, '2025-03-03', 60);
    expect(await balance(who, type, '2025-03-31')).toBe('74.00');
  });

  test('TO-5: can be taken from the 90th day of employment', async () => {
    const [who, type] = [await hired('2026-01-05'), await addType(CA)];
    await expect(request(who, type, '2026-04-03', '2026-04-03', 1)).rejects.toMatchObject({
      hint: 'time_off_waiting',
    });
    expect(await status(await request(who, type, '2026-04-04', '2026-04-04', 1))).toBe('requested');
  });

  test('TO-9: hired in the middle of a year', async () => {
    const type = await addType({ kind: 'per_year', hours: 80 });
    expect(await balance(await hired('2026-07-01'), type, '2026-12-31')).toBe('40.33');
    expect(await balance(await hired('2028-07-01'), type, '2028-12-31')).toBe('40.22');
  });

  test('TO-10: carry-over, then the new year, then the cap', async () => {
    const who = await hired('2025-01-01');
    for (const [cap, expected] of [
      [undefined, '120.00'],
      [100, '100.00'],
    ] as const) {
      const type = await addType({
        kind: 'per_year',
        hours: 80,
        carry_over: 40,
        ...(cap && { cap }),
      });
      await act(
        us.manager,
        (tx) => tx`insert into time_off_grants (employee_id, type_id, date, hours)
          values (${who.employeeId}, ${type}, '2025-12-30', -28)`,
      );
      expect(await balance(who, type, '2025-12-31')).toBe('52.00');
      expect(await balance(who, type, '2026-01-01')).toBe(expected);
    }
  });

  test('TO-11: the first period by days employed', async () => {
    await db.sql`update companies set pay_period_kind = 'biweekly', pay_period_anchor = '2025-01-06' where id = ${us.id}`;
    const [who, type] = [
      await hired('2025-01-13'),
      await addType({ kind: 'per_period', hours: 4 }),
    ];
    expect(await balance(who, type, '2025-01-18')).toBe('0.00');
    expect(await balance(who, type, '2025-02-16')).toBe('10.00');
  });

  test('TO-12: hours of a week with a holiday', async () => {
    await db.sql`insert into holidays (company_id, date, name) values (${us.id}, '2026-11-26', 'Thanksgiving')`;
    expect(await split('2026-11-23', '2026-11-27', 32)).toEqual(
      ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-27'].map((day) => [day, 480]),
    );
  });

  test('TO-13: evenly, leftover minutes to the first days', async () => {
    expect((await split('2026-03-09', '2026-03-11', 20)).map(([, minutes]) => minutes)).toEqual([
      400, 400, 400,
    ]);
    expect(await split('2026-03-13', '2026-03-16', 481 / 60)).toEqual([
      ['2026-03-13', 241],
      ['2026-03-16', 240],
    ]);
  });

  test('TO-14: a correction recomputes, also below zero', async () => {
    const [who, type] = [await hired('2024-01-01'), await addType(CA)];
    await work(who, '2025-03-03', 120);
    await take(who, type, '2025-04-01', 3.5);
    expect(await balance(who, type, '2025-12-31')).toBe('0.50');
    await db.sql`delete from time_entries where employee_id = ${who.employeeId}`;
    await work(who, '2025-03-03', 90);
    expect(await balance(who, type, '2025-12-31')).toBe('-0.50');
  });

  test('a weekend alone keeps its hours', async () => {
    expect(await split('2026-03-14', '2026-03-15', 8)).toEqual([['2026-03-14', 480]]);
  });
});

describe('pay', () => {
  async function off(
    stage: PayrollStage,
    worker: string,
    code: string,
    day: string,
    hours: number,
  ) {
    await as(db.sql, stage.owner, async (tx) => {
      const [type] =
        await tx`insert into time_off_types (name, pay_code) values (${code}, ${code}) returning id`;
      const [asked] =
        await tx`select * from request_time_off(${type?.['id']}, ${day}, ${day}, ${hours}, null, ${worker})`;
      await tx`select decide_time_off(${asked?.['id']}, true, 'Agreed')`;
    });
  }

  test('TO-7: time off is paid and never counts toward 40', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
    const worker = await stage.worker(30);
    await stage.days(worker, ['10', '10', '0', '10', '10', '5']);
    await off(stage, worker, 'PTO', '2026-03-11', 8);
    expect(await stage.only()).toMatchObject({ overtime_hours: '5.00', total_earnings: '1665.00' });
  });

  test('TO-8: nor toward the 8 hours of a day', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'CA' });
    const worker = await stage.worker(30);
    await stage.days(worker, ['6'], { withMeals: true });
    await off(stage, worker, 'SICK', '2026-03-09', 4);
    expect(await stage.only()).toMatchObject({ overtime_hours: '0.00', total_earnings: '300.00' });
  });

  test('pay items follow the request and nothing else', async () => {
    const [who, type] = [await hired('2024-01-01'), await addType(null)];
    const id = await request(who, type, '2026-03-13', '2026-03-16', 16);
    expect(await items(id)).toEqual([]);
    await decide(id, true, 'Agreed');
    expect(await items(id)).toMatchObject([
      { work_date: '2026-03-13', pay_code: 'PTO', minutes: 480 },
      { work_date: '2026-03-16', pay_code: 'PTO', minutes: 480 },
    ]);
    await act(us.owner, async (tx) => {
      await tx`update pay_items set minutes = 1 where time_off_request_id = ${id}`;
      await tx`delete from pay_items where time_off_request_id = ${id}`;
    });
    expect(await items(id)).toHaveLength(2);
    await withdraw(id, us.manager);
    expect(await items(id)).toEqual([]);
    expect(await balance(who, type, '2026-12-31')).toBe('0.00');
  });

  test('a locked period keeps its pay, and late time off is posted on an open day', async () => {
    const company = await makeCompany(db.sql, 'Locked');
    const [type] = await act(
      company.manager,
      (tx) => tx`insert into time_off_types (name, pay_code) values ('Sick', 'SICK') returning id`,
    );
    const id = await request(company.employee, type?.['id'], '2026-03-09', '2026-03-09', 8);
    await db.sql`insert into pay_periods (company_id, start_date, end_date, status, locked_at)
      values (${company.id}, '2026-03-09', '2026-03-15', 'locked', now())`;
    await decide(id, true, 'Agreed', company.manager);
    expect(await status(id)).toBe('approved');
    const paid = await act(
      company.manager,
      (tx) => tx`select pay_code from payroll_lines_for(${company.id}, '2026-03-09', '2026-03-15')`,
    );
    expect(paid).toEqual([]);
    const [posted] =
      await db.sql`select minutes, corrects_date::text, corrects_pay_code from pay_items
      where company_id = ${company.id} and pay_code = 'ADJUSTMENT'`;
    expect(posted).toEqual({
      minutes: 480,
      corrects_date: '2026-03-09',
      corrects_pay_code: 'SICK',
    });
  });

  test('unpaid time off has no pay and no balance', async () => {
    const [who, type] = [await hired('2024-01-01'), await addType(null, false)];
    const id = await request(who, type, '2026-03-09', '2026-03-09', 8);
    await decide(id);
    expect(await status(id)).toBe('approved');
    expect(await items(id)).toEqual([]);
    expect(await balance(who, type, '2026-12-31')).toBeUndefined();
  });
});

describe('requests', () => {
  test('only approval reduces the balance; below zero needs a note', async () => {
    const [who, type] = [await hired('2024-01-01'), await addType(null)];
    await give(who, type, '2026-01-01', 8);
    const first = await request(who, type, '2026-05-04', '2026-05-04', 8);
    const second = await request(who, type, '2026-04-06', '2026-04-06', 4);
    expect(await balance(who, type, '2026-12-31')).toBe('8.00');
    await decide(first);
    // Earlier in the year, but the hours are promised.
    await expect(decide(second)).rejects.toMatchObject({ hint: 'time_off_below_zero' });
    expect(await status(second)).toBe('requested');
    await decide(second, true, 'Family matter');
    expect(await balance(who, type, '2026-12-31')).toBe('-4.00');
    await expect(decide(second, false)).rejects.toMatchObject({ hint: 'time_off_decided' });
  });

  test('two decisions at once do not both use the last hours', async () => {
    const [who, type] = [await hired('2024-01-01'), await addType(null)];
    await give(who, type, '2026-01-01', 8);
    const ids = [
      await request(who, type, '2026-05-04', '2026-05-04', 8),
      await request(who, type, '2026-05-05', '2026-05-05', 8),
    ];
    const results = await Promise.allSettled(ids.map((id) => decide(id)));
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await balance(who, type, '2026-12-31')).toBe('0.00');
  });

  test('hours fit into the days, days are asked for once', async () => {
    const [who, type] = [await hired('2024-01-01'), await addType(null)];
    for (const hours of [0, -1, 25, Number.NaN]) {
      await expect(request(who, type, '2026-03-09', '2026-03-09', hours)).rejects.toMatchObject({
        hint: 'time_off_hours',
      });
    }
    const id = await request(who, type, '2026-03-09', '2026-03-11', 24);
    await expect(request(who, type, '2026-03-11', '2026-03-11', 8)).rejects.toMatchObject({
      constraint: 'time_off_requests_once_at_a_time',
    });
    await withdraw(id, who);
    expect(await status(await request(who, type, '2026-03-11', '2026-03-11', 8))).toBe('requested');
  });

  test('people take back what has not begun, managers anything', async () => {
    const [who, type] = [await hired('2024-01-01'), await addType(null)];
    const past = await take(who, type, '2026-03-09', 8);
    await expect(withdraw(past, who)).rejects.toMatchObject({ hint: 'time_off_begun' });
    const [soon] = await db.sql`select (current_date + 30)::text as day`;
    const later = await take(who, type, soon?.['day'], 8);
    await withdraw(later, who);
    await withdraw(past, us.manager);
    expect([await status(past), await status(later)]).toEqual(['withdrawn', 'withdrawn']);
    await expect(withdraw(past, us.manager)).rejects.toMatchObject({ hint: 'time_off_decided' });
  });

  test('nobody reaches the time off of others', async () => {
    const [who, type] = [await hired('2024-01-01'), await addType(null)];
    const id = await request(who, type, '2026-03-09', '2026-03-09', 8);
    for (const other of [us.employee, us.foreman]) {
      await expect(decide(id, true, 'Mine', other)).rejects.toMatchObject({ code: '42501' });
      await expect(withdraw(id, other)).rejects.toMatchObject({ hint: 'not_found' });
      await expect(balance(who, type, '2026-12-31', other)).rejects.toMatchObject({
        code: '42501',
      });
      await expect(
        act(
          other,
          (tx) =>
            tx`select request_time_off(${type}, '2026-06-01', '2026-06-01', 8, null, ${who.employeeId})`,
        ),
      ).rejects.toMatchObject({ code: '42501' });
    }
    await expect(decide(id, true, 'Mine', them.owner)).rejects.toMatchObject({ hint: 'not_found' });
    await expect(withdraw(id, them.owner)).rejects.toMatchObject({ hint: 'not_found' });
    await expect(balance(who, type, '2026-12-31', them.owner)).rejects.toMatchObject({
      hint: 'not_found',
    });
    await expect(request(them.employee, type, '2026-03-09', '2026-03-09', 8)).rejects.toMatchObject(
      {
        hint: 'not_found',
      },
    );
    await expect(
      as(db.sql, 'anon', (tx) => tx`select decide_time_off(${id}, true, 'Mine')`),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await status(id)).toBe('requested');
    const [history] = await db.sql`select count(*)::int from audit_events where entity_id = ${id}`;
    expect(history?.['count']).toBe(1);
  });
});

test.each([
  [{ kind: 'per_year' }],
  [{ kind: 'per_day', hours: 1 }],
  [{ kind: 'per_year', hours: '8' }],
  [{ kind: 'per_year', hours: [8] }],
  [{ kind: 'per_year', hours: 8, worked: 30 }],
  [{ kind: 'per_hours_worked', hours: 1, worked: 0 }],
  [{ kind: 'per_year', hours: 8, cap: -1 }],
  [{ kind: 'per_year', hours: 8, colour: 'red' }],
])('the rule %j is refused', async (accrual) => {
  await expect(addType(accrual)).rejects.toMatchObject({
    constraint: 'time_off_types_accrual_valid',
  });
});

describe('what the screens show', () => {
  test('every step to a balance, for oneself and for managers', async () => {
    const [who, type] = [await hired('2025-01-01'), await addType(null)];
    await give(who, type, '2025-02-03', 16);
    await take(who, type, '2025-03-03', 8);
    const explain = (caller: Person) =>
      act(
        caller,
        (tx) => tx`select day::text, kind, change::float8, balance::float8
          from time_off_explanation(${who.employeeId}, ${type}, '2025-12-31')`,
      );
    const steps = [
      { day: '2025-02-03', kind: 'granted', change: 16, balance: 16 },
      { day: '2025-03-03', kind: 'taken', change: -8, balance: 8 },
    ];
    expect(await explain(who)).toEqual(steps);
    expect(await explain(us.manager)).toEqual(steps);
    await expect(explain(us.colleague)).rejects.toMatchObject({ code: '42501' });
    await expect(explain(them.manager)).rejects.toMatchObject({ hint: 'not_found' });
  });

  test('what is to decide comes with the balance that would be left', async () => {
    const [who, type] = [await hired('2025-01-01'), await addType(null)];
    await give(who, type, '2025-02-03', 16);
    const id = await request(who, type, '2025-04-07', '2025-04-08', 20);
    const rows = await act(us.manager, (tx) => tx`select * from time_off_to_decide()`);
    expect(rows.find((row) => row['request_id'] === id)).toMatchObject({
      days: 2,
      left_after: '-4.00',
    });
    await expect(act(who, (tx) => tx`select * from time_off_to_decide()`)).rejects.toMatchObject({
      code: '42501',
    });
    expect(await act(them.manager, (tx) => tx`select * from time_off_to_decide()`)).toEqual([]);
  });

  test('colleagues of a crew see who is away, not why', async () => {
    const [who, mate, stranger] = [
      await hired('2025-01-01'),
      await hired('2025-01-01'),
      await hired('2025-01-01'),
    ];
    const [crew] = await act(
      us.manager,
      (tx) => tx`insert into crews (name) values (${`Crew of ${who.employeeId}`}) returning id`,
    );
    for (const person of [who, mate])
      await act(
        us.manager,
        (tx) => tx`insert into crew_members (crew_id, employee_id, from_date)
          values (${crew?.['id']}, ${person.employeeId}, '2025-01-01')`,
      );
    const type = await addType(null);
    await take(who, type, '2025-05-05', 8);
    const seen = async (caller: Person) =>
      (
        await act(caller, (tx) => tx`select * from time_off_calendar('2025-05-05', '2025-05-05')`)
      ).map((row) => [row['employee_id'], row['type_name'] !== null]);
    expect(await seen(mate)).toEqual([[who.employeeId, false]]);
    expect(await seen(who)).toEqual([[who.employeeId, true]]);
    expect(await seen(us.manager)).toEqual([[who.employeeId, true]]);
    expect(await seen(stranger)).toEqual([]);
    expect(await seen(them.owner)).toEqual([]);
  });
});

describe('holiday pay', () => {
  test('is posted once for everyone employed on the day, at the paid hours', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
    const [worker, later] = [await stage.worker(30), await stage.worker(30)];
    await db.sql`update employees set hired_on = case when id = ${later} then date '2026-12-01' else '2026-01-01' end
      where company_id = ${stage.companyId}`;
    const [holiday] = await as(
      db.sql,
      stage.owner,
      (tx) =>
        tx`insert into holidays (date, name, paid_hours) values ('2026-03-11', 'Founders Day', 8) returning id`,
    );
    const post = (who: Person) =>
      as(db.sql, who, (tx) => tx`select post_holiday_pay(${holiday?.['id']}) as people`);
    await expect(post(us.employee)).rejects.toMatchObject({ code: '42501' });
    await expect(post(us.manager)).rejects.toMatchObject({ hint: 'not_found' });
    expect(await post(stage.owner)).toEqual([{ people: 2 }]);
    expect(await post(stage.owner)).toEqual([{ people: 0 }]);
    expect((await stage.lines()).filter((line) => line.employee_id === worker)).toMatchObject([
      { pay_code: 'HOLIDAY', minutes: 480, total_cents: 24000 },
    ]);
  });
});

describe('kinds for some people', () => {
  const limit = (type: string, audience: object) =>
    act(
      us.manager,
      (tx) =>
        tx`update time_off_types set audience = ${tx.json(audience as never)} where id = ${type}`,
    );
  const kinds = async (who: Person, caller = who) =>
    (await act(caller, (tx) => tx`select * from time_off_kinds(${who.employeeId})`)).map((row) =>
      String(row['type_id']),
    );

  test('others neither ask for it nor see it; a manager cannot ask for them', async () => {
    const type = await addType(null);
    const [meant, other] = [await hired('2020-01-01'), await hired('2020-01-01')];
    await limit(type, { employees: [meant.employeeId] });
    expect(await kinds(meant)).toContain(type);
    expect(await kinds(other)).not.toContain(type);
    expect(await balance(other, type, '2026-03-02')).toBeUndefined();
    await expect(request(other, type, '2026-03-02', '2026-03-02', 8)).rejects.toMatchObject({
      hint: 'time_off_not_offered',
    });
    await expect(
      act(
        us.manager,
        (tx) =>
          tx`select request_time_off(${type}, '2026-03-02', '2026-03-02', 8, null, ${other.employeeId})`,
      ),
    ).rejects.toMatchObject({ hint: 'time_off_not_offered' });
    const id = await request(meant, type, '2026-03-02', '2026-03-02', 8);
    expect(id).toBeDefined();
    // What somebody has of it stays in sight and can be decided.
    await limit(type, { employees: [other.employeeId] });
    expect(await balance(meant, type, '2026-03-01')).toBe('0.00');
    expect(await kinds(meant)).not.toContain(type);
    await decide(id, true, 'Promised');
    expect(await balance(meant, type, '2026-03-02')).toBe('-8.00');
  });

  test('by crew and by role; nobody reads the kinds of others', async () => {
    const type = await addType(null);
    const person = await hired('2020-01-01');
    await limit(type, { roles: ['foreman'] });
    expect(await kinds(us.foreman)).toContain(type);
    expect(await kinds(person)).not.toContain(type);
    const [crew] = await act(
      us.manager,
      (tx) => tx`insert into crews (name) values ('Coast') returning id`,
    );
    await act(
      us.manager,
      (tx) => tx`insert into crew_members (crew_id, employee_id, from_date)
        values (${crew?.['id']}, ${person.employeeId}, current_date - 1)`,
    );
    await limit(type, { crews: [crew?.['id']] });
    expect(await kinds(person, us.manager)).toContain(type);
    await expect(kinds(person, us.employee)).rejects.toMatchObject({ code: '42501' });
    expect(await kinds(person, them.manager)).toEqual([]);
    await expect(limit(type, { everyone: false })).rejects.toMatchObject({
      constraint: 'time_off_types_audience_known',
    });
  });

  test('the kind asked for most comes first', async () => {
    const person = await hired('2020-01-01');
    const [rare, usual] = [await addType(null), await addType(null)];
    const today = (await db.sql`select private.company_today(${us.id})::text as day`)[0]?.['day'];
    const day = (days: number) =>
      new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
    await request(person, rare, day(10), day(10), 8);
    for (const days of [20, 30]) await request(person, usual, day(days), day(days), 8);
    expect((await kinds(person)).slice(0, 2)).toEqual([usual, rare]);
  });
});
