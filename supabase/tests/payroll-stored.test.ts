import { describe, expect, test } from 'vitest';
import type { TestDatabase } from '../../testing/test-database.ts';
import { repeats } from '../../testing/test-length.ts';
import { readWhileChanging } from './held-reader.ts';
import { PayrollStage } from './payroll-stage.ts';
import { as, openDatabase } from './world.ts';

const db = await openDatabase({ connections: 8 });

const ROUNDS = repeats(300, 5);

const storedWeeks = async (stage: PayrollStage) => {
  const rows = await db.sql`select employee_id, week::text as week from private.pay_weeks
    where company_id = ${stage.companyId} and employee_id <> ${stage.owner.employeeId} order by 1, 2`;
  return rows.map((row) => `${row['employee_id']} ${row['week']}`);
};

describe('what is kept', () => {
  const [FIRST, LAST] = ['2026-03-02', '2026-03-22'];

  async function kept() {
    const stage = await PayrollStage.open(db.sql);
    const [a, b] = [await stage.worker(20), await stage.worker(30)];
    for (const monday of [FIRST, '2026-03-09', '2026-03-16'])
      for (const worker of [a, b]) await stage.days(worker, ['9', '9', '9', '9', '9'], { monday });
    await stage.lines(FIRST, LAST);
    expect(await storedWeeks(stage)).toHaveLength(6);
    return { stage, a, b };
  }
  const without = async (stage: PayrollStage, change: () => PromiseLike<unknown>) => {
    const before = await storedWeeks(stage);
    await change();
    const after = await storedWeeks(stage);
    expect(before).toEqual(expect.arrayContaining(after));
    return before.filter((week) => !after.includes(week));
  };

  test('an entry, a break, a pay item: that person, that week', async () => {
    const { stage, a } = await kept();
    const week = [`${a} 2026-03-09`];
    const [entry] =
      await db.sql`select id from time_entries where employee_id = ${a} and work_date = '2026-03-09'`;
    const id = entry?.['id'];
    const changes = [
      () =>
        db.sql`update time_entries set clock_out = clock_out + interval '1 hour' where id = ${id}`,
      () => stage.pause(id, stage.instant('2026-03-09 07:00'), stage.instant('2026-03-09 07:40')),
      () => db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, amount_cents)
        values (${stage.companyId}, ${a}, '2026-03-15', 'PER_DIEM', 100)`,
      () => db.sql`delete from time_entries where id = ${id}`,
    ];
    for (const change of changes) {
      expect(await without(stage, change)).toEqual(week);
      await stage.lines(FIRST, LAST);
    }
    // Clocking in, and writing a note, concern no line.
    expect(await without(stage, () => stage.entry(a, new Date().toISOString(), null))).toEqual([]);
    expect(
      await without(
        stage,
        () => db.sql`update time_entries set notes = 'x' where employee_id = ${a}`,
      ),
    ).toEqual([]);
  });

  test('a rate from its date on for that person, a policy for everyone, a holiday for its week', async () => {
    const { stage, a, b } = await kept();
    expect(await without(stage, () => stage.rate(b, 40, { from: '2026-03-11' }))).toEqual([
      `${b} 2026-03-09`,
      `${b} 2026-03-16`,
    ]);
    await stage.lines(FIRST, LAST);
    expect(
      await without(
        stage,
        () =>
          db.sql`insert into holidays (company_id, date) values (${stage.companyId}, '2026-03-04')`,
      ),
    ).toEqual([`${a} ${FIRST}`, `${b} ${FIRST}`].sort());
    await stage.lines(FIRST, LAST);
    expect(
      await without(stage, () => stage.policy('AK', undefined, { from: '2026-03-16' })),
    ).toEqual([`${a} 2026-03-16`, `${b} 2026-03-16`].sort());
    await stage.lines(FIRST, LAST);
    await db.sql`update companies set week_start = 0 where id = ${stage.companyId}`;
    expect(await storedWeeks(stage)).toEqual([]);
  });

  test('a week alone is paid as together with the one before, whoever worked up to its beginning', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'CO' });
    await db.sql`update companies set auto_meal_minutes = 30, auto_meal_after_minutes = 300 where id = ${stage.companyId}`;
    const people = {
      // Twelve hours in a row are over on Monday.
      onward: ['2026-03-08 14:00', '2026-03-08 23:40', '2026-03-09 00:10', '2026-03-09 06:00'],
      through: ['2026-03-08 18:00', '2026-03-09 09:00', '2026-03-09 10:00', '2026-03-09 12:00'],
      // Three hours out are a meal, so none is taken from Monday's shift.
      ate: ['2026-03-08 17:00', '2026-03-08 22:00', '2026-03-09 01:00', '2026-03-09 09:00'],
      rested: ['2026-03-08 06:00', '2026-03-08 15:00', '2026-03-09 06:00', '2026-03-09 15:00'],
    };
    const rules: Record<string, string> = {};
    const minutes: Record<string, number> = {};
    for (const [name, [first, second, third, fourth]] of Object.entries(people)) {
      const worker = await stage.worker(20);
      await stage.work(worker, first as string, second as string);
      await stage.work(worker, third as string, fourth as string);
      const monday = (
        from: string,
      ) => db.sql`select l.pay_code, l.rule, l.minutes, l.total_cents::int
        from private.payroll_lines_computed(${stage.companyId}, ${from}, '2026-03-15', ${[worker]}, null) l
        where l.work_date >= '2026-03-09' order by l.first_minute, l.multiplier`;
      const alone = await monday('2026-03-09');
      expect(alone, name).toEqual(await monday('2026-03-02'));
      rules[name] = alone.map((line) => line['rule']).join(', ');
      minutes[name] = alone.reduce((sum, line) => sum + line['minutes'], 0);
    }
    expect(rules).toEqual({
      onward: 'regular, consecutive',
      through: 'regular, consecutive',
      ate: 'regular',
      rested: 'regular',
    });
    expect(minutes).toEqual({ onward: 350, through: 660, ate: 480, rested: 510 });
  });

  test('nobody reads or writes it but the functions', async () => {
    const { stage } = await kept();
    for (const table of ['pay_lines', 'pay_weeks', 'pay_weeks_outdated'])
      for (const who of [stage.owner, 'anon'] as const)
        for (const statement of [`select from private.${table}`, `delete from private.${table}`])
          await expect(as(db.sql, who, (tx) => tx.unsafe(statement))).rejects.toMatchObject({
            code: '42501',
          });
  });

  test('a read-only transaction computes what it cannot keep', async () => {
    const { stage, a } = await kept();
    await stage.rate(a, 50, { from: '2026-01-01' });
    const rows = await db.sql.begin('read only', async (tx) => {
      await tx`select set_config('role', 'service_role', true), set_config('request.jwt.claims', '{"role":"service_role"}', true)`;
      return tx`select sum(total_cents)::int as cents from payroll_lines_for(${stage.companyId}, ${FIRST}, ${LAST}, ${a})`;
    });
    expect(rows[0]?.['cents']).toBe(3 * 47.5 * 5000);
    expect((await storedWeeks(stage)).filter((week) => week.startsWith(a))).toEqual([]);
  });

  test(`readers and writers at once leave nothing outdated (${ROUNDS} rounds)`, {
    timeout: 240_000,
  }, async () => {
    const { stage, a, b } = await kept();
    const [entry] =
      await db.sql`select id from time_entries where employee_id = ${a} and work_date = '2026-03-10'`;
    const read = () =>
      as(
        db.sql,
        stage.owner,
        (tx) => tx`select from payroll_lines_for(${stage.companyId}, ${FIRST}, ${LAST})`,
      );
    for (let round = 0; round < ROUNDS; round++) {
      const minutes = 300 + ((round * 37) % 240);
      await Promise.all([
        read(),
        db.sql`update time_entries set clock_out = clock_in + make_interval(mins => ${minutes}) where id = ${entry?.['id']}`,
        read(),
        db.sql`update employee_rates set hourly_rate = ${20 + (round % 30)} where employee_id = ${b}`,
        read(),
        round % 5 === 0
          ? db.sql`update companies set rounding_minutes = ${round % 2 ? 15 : null} where id = ${stage.companyId}`
          : read(),
      ]);
      expect(await stage.differences(FIRST, LAST)).toEqual([]);
    }
  });

  test.each([
    ['lines', 'sum(minutes) as value from private.payroll_lines_now($1, $2, $3, null)'],
    [
      'sums',
      'sum(regular_minutes + overtime_minutes + double_time_minutes) as value from private.payroll_totals($1, $2, $3)',
    ],
  ])('a change between looking for %s and reading them loses nobody', async (_, query) => {
    const { stage, a } = await kept();
    const [before, after] = await readWhileChanging(
      db,
      `select ${query}`,
      [stage.companyId, FIRST, LAST],
      (writer) => writer`update time_entries set clock_out = clock_out + interval '10 minutes'
        where employee_id = ${a} and work_date = '2026-03-10'`,
    );
    expect(after).toBe(before + 10);
  });

  test('a change made while somebody fills, and committed after, is not lost', async () => {
    const { stage, a } = await kept();
    const sum = async () =>
      (await stage.lines(FIRST, LAST)).reduce((cents, line) => cents + (line.total_cents ?? 0), 0);
    const before = await sum();
    // The filler holds the lock; the writer cannot delete what it cannot see.
    await db.sql.begin(async (filler) => {
      await filler`delete from private.pay_weeks where company_id = ${stage.companyId}`;
      await filler`delete from private.pay_lines where company_id = ${stage.companyId}`;
      await filler`select from private.payroll_lines_now(${stage.companyId}, ${FIRST}, ${LAST}, null)`;
      await stage.rate(a, 21, { from: '2026-01-01' });
    });
    const [outdated] =
      await db.sql`select count(*)::int as n from private.pay_weeks_outdated where company_id = ${stage.companyId}`;
    expect(outdated?.['n']).toBeGreaterThan(0);
    expect(await sum()).toBe(before + 3 * 4750);
    expect(
      await db.sql`select from private.pay_weeks_outdated where company_id = ${stage.companyId}`,
    ).toHaveLength(0);
    expect(await stage.differences(FIRST, LAST)).toEqual([]);
  });

  test('notes outdate the weeks they are about, of one person or of everybody, and no others', async () => {
    const { stage, a, b } = await kept();
    const notes = async (...rows: [person: string | null, from: string, to: string][]) => {
      for (const [person, from, to] of rows)
        await db.sql`insert into private.pay_weeks_outdated (company_id, employee_id, first_date, last_date)
          values (${stage.companyId}, ${person}, ${from}, ${to})`;
    };
    const missing = async () => {
      const rows = await db.sql`
        select m.employee_id || ' ' || m.week as week
          from private.pay_weeks_missing(${stage.companyId}, ${FIRST}, '2026-03-16', ${[a, b]}) m order by 1`;
      return rows.map((row) => row['week']);
    };
    /** Weeks whose lines are no longer the ones that were marked. */
    const computedAnew = async () => {
      await db.sql`update private.pay_lines set unpriced = true where company_id = ${stage.companyId}`;
      const expected = await missing();
      await stage.lines(FIRST, LAST);
      const rows = await db.sql`
        select distinct employee_id || ' ' || week as week from private.pay_lines
         where company_id = ${stage.companyId} and not unpriced order by 1`;
      const weeks = rows.map((row) => row['week']);
      expect(weeks).toEqual(expected);
      return weeks;
    };
    await notes([a, '2026-03-08', '2026-03-08'], [a, '2026-03-02', '2026-03-03']);
    expect(await computedAnew()).toEqual([`${a} ${FIRST}`]);
    await notes([null, '2026-03-15', '2026-03-15'], [b, '2026-03-16', '9999-12-31']);
    expect(await computedAnew()).toEqual(
      [`${a} 2026-03-09`, `${b} 2026-03-09`, `${b} 2026-03-16`].sort(),
    );
    expect(await computedAnew()).toEqual([]);
    await notes([null, '0001-01-01', '9999-12-31']);
    expect(await computedAnew()).toHaveLength(6);
    expect(await stage.differences(FIRST, LAST)).toEqual([]);
  });

  test('pay of past weeks is kept before anybody asks, without waiting for who writes', async () => {
    const { stage, a } = await kept();
    const keepAll = (sql: Pick<TestDatabase['sql'], 'unsafe'>) =>
      sql.unsafe(`select private.cache_past_pay('1 minute') as weeks`);
    const missing = async () =>
      (
        await db.sql`select week::text from private.past_pay_weeks_missing(${stage.companyId}) order by 1`
      ).map((row) => row['week']);
    await keepAll(db.sql);
    expect(await missing()).toEqual([]);

    await stage.rate(a, 25, { from: '2026-03-09' });
    const forgotten = await missing();
    expect(forgotten).not.toContain(FIRST);
    expect(forgotten).toEqual(expect.arrayContaining(['2026-03-09', '2026-03-16']));
    await db.sql`select private.cache_past_pay('0 seconds')`;
    expect(await missing()).toEqual(forgotten);

    await db.sql.begin(async (writer) => {
      await writer`update time_entries set clock_out = clock_in + interval '7 hours' where employee_id = ${a} and work_date = '2026-03-02'`;
      await keepAll(db.sql);
      expect(await missing()).toEqual(forgotten);
    });
    expect(await missing()).toEqual([FIRST, ...forgotten]);

    await keepAll(db.sql);
    expect(await missing()).toEqual([]);
    expect(await storedWeeks(stage)).toEqual(expect.arrayContaining([`${a} ${FIRST}`]));
    expect(await stage.differences(FIRST, LAST)).toEqual([]);
  });

  test('locked weeks, the last week and this one are left to those who read them', async () => {
    const { stage } = await kept();
    await db.sql`insert into pay_periods (company_id, start_date, end_date, status, locked_at) values (${stage.companyId}, '2026-02-23', '2026-03-15', 'locked', now())`;
    await db.sql`delete from private.pay_weeks where company_id = ${stage.companyId}`;
    const weeks = await db.sql`
      select min(week)::text as first, max(week) = private.week_of(current_date, 1) - 14 as ends_in_time
        from private.past_pay_weeks_missing(${stage.companyId})`;
    expect(weeks).toEqual([{ first: '2026-03-16', ends_in_time: true }]);
  });
});
