import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { middayZone } from '../../testing/midday-zone.ts';
import { PayrollStage } from './payroll-stage.ts';
import { as, hire, makeCompany, openDatabase, type Person, signUp } from './world.ts';

const db = await openDatabase();

const WEEK = ['2026-03-09', '2026-03-15'] as const;
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error) => error.hint,
  );
const call = (
  stage: PayrollStage,
  query: string,
  args: unknown[] = [],
  who: Person = stage.owner,
) =>
  as(db.sql, who, (tx) => tx.unsafe(query, args as never[])) as Promise<Record<string, unknown>[]>;
const lock = (stage: PayrollStage, start: string = WEEK[0], end: string = WEEK[1]) =>
  call(stage, 'select * from lock_pay_period($1, $2)', [start, end]);

const daysBetween = (start: string, end: string): string[] => {
  const days: string[] = [];
  for (let at = Date.parse(start); at <= Date.parse(end); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
};

/** A linked account of the stage's company. */
async function account(stage: PayrollStage, role: string): Promise<Person> {
  return hire(db.sql, stage.owner, role, 30);
}

describe('pay periods', () => {
  test.each([
    ['weekly', '2026-03-11', '2026-03-08', '2026-03-14'],
    ['weekly', '2025-12-31', '2025-12-28', '2026-01-03'],
    ['biweekly', '2026-01-18', '2026-01-18', '2026-01-31'],
    ['biweekly', '2026-01-03', '2025-12-21', '2026-01-03'],
    ['semimonthly', '2026-02-15', '2026-02-01', '2026-02-15'],
    ['semimonthly', '2028-02-16', '2028-02-16', '2028-02-29'],
    ['monthly', '2026-02-10', '2026-02-01', '2026-02-28'],
  ])('%s, %s lies in %s to %s', async (kind, date, start, end) => {
    const stage = await PayrollStage.open(db.sql);
    await db.sql`update companies set pay_period_kind = ${kind}, pay_period_anchor = '2026-01-04' where id = ${stage.companyId}`;
    const [period] = await call(
      stage,
      'select start_date::text, end_date::text, status from pay_period_for($1)',
      [date],
    );
    expect(period).toEqual({ start_date: start, end_date: end, status: 'open' });
  });

  test('recent periods follow each other without a gap, the current one first', async () => {
    const stage = await PayrollStage.open(db.sql);
    const rows = await call(
      stage,
      'select start_date, end_date, is_current from recent_pay_periods(4)',
    );
    expect(rows.map((row) => row['is_current'])).toEqual([true, false, false, false]);
    for (const [index, row] of rows.slice(1).entries())
      expect(Number(rows[index]?.['start_date']) - Number(row['end_date'])).toBe(86_400_000);
    expect(await call(stage, 'select start_date from current_pay_period()')).toEqual([
      { start_date: rows[0]?.['start_date'] },
    ]);
  });
});

test('pay periods that begin with the workweek go on doing so', async () => {
  const stage = await PayrollStage.open(db.sql, { weekStart: 0 });
  const change = (columns: string) =>
    call(stage, `update companies set ${columns} returning pay_period_anchor::text as anchor`);
  expect(await change('week_start = 1')).toEqual([{ anchor: '2026-01-05' }]);
  expect(await change("pay_period_anchor = '2026-01-07'")).toEqual([{ anchor: '2026-01-07' }]);
  expect(await change('week_start = 0')).toEqual([{ anchor: '2026-01-07' }]);
});

describe('approving', () => {
  test('approves days, freezes them, and is taken back', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.days(worker, ['8', '8']);
    expect((await stage.only()).flags).toEqual(['unapproved']);
    expect(await call(stage, 'select approve_time($1, $2, $3) as days', [worker, ...WEEK])).toEqual(
      [{ days: 2 }],
    );
    expect((await stage.only()).flags).toEqual([]);
    expect(
      await refusal(db.sql`update time_entries set notes = 'x' where employee_id = ${worker}`),
    ).toBe('time_approved');
    expect(await call(stage, 'select approve_time($1, $2, $3) as days', [worker, ...WEEK])).toEqual(
      [{ days: 0 }],
    );
    expect(
      await call(stage, 'select unapprove_time($1, $2, $3, $4) as days', [
        worker,
        ...WEEK,
        'mistake',
      ]),
    ).toEqual([{ days: 2 }]);
    expect((await stage.only()).flags).toEqual(['unapproved']);
  });

  test('a day with several entries is approved once', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    for (const [from, to] of [
      ['07:00', '09:00'],
      ['09:00', '12:00'],
      ['12:30', '15:00'],
    ] as const) {
      await stage.work(worker, `2026-03-09 ${from}`, `2026-03-09 ${to}`);
    }
    expect(await call(stage, 'select approve_time($1, $2, $3) as days', [worker, ...WEEK])).toEqual(
      [{ days: 1 }],
    );
    expect((await stage.only()).flags).toEqual([]);
  });

  test('RT-3: time without a rate or an end cannot be approved', async () => {
    const stage = await PayrollStage.open(db.sql);
    const unpaid = await stage.worker();
    await stage.days(unpaid, ['8']);
    expect(await refusal(call(stage, 'select approve_time($1, $2, $3)', [unpaid, ...WEEK]))).toBe(
      'no_rate',
    );
    const running = await stage.worker(20);
    await stage.entry(running, stage.instant('2026-03-09 07:00'), null);
    expect(await refusal(call(stage, 'select approve_time($1, $2, $3)', [running, ...WEEK]))).toBe(
      'missing_clock_out',
    );
    const rows = await stage.export(...WEEK);
    expect(rows.find((row) => row.employee_id === running)?.flags).toEqual(['missing_clock_out']);
    expect(rows.find((row) => row.employee_id === running)?.total_hours).toBe('0.00');
  });

  test('all clean ones at once', async () => {
    const stage = await PayrollStage.open(db.sql);
    const [clean, unpaid] = [await stage.worker(20), await stage.worker()];
    await stage.days(clean, ['8', '8']);
    await stage.days(unpaid, ['8']);
    expect(await call(stage, 'select * from approve_clean_time($1, $2)', [...WEEK])).toEqual([
      { employee_id: clean, approved_days: 2 },
    ]);
  });

  test('what "Fix first" lists is not approved with the rest: 26 hours, no project, changed after approval', async () => {
    const stage = await PayrollStage.open(db.sql);
    const project = await stage.project();
    const [clean, endless, switched, nowhere, changed] = [
      await stage.worker(20),
      await stage.worker(20),
      await stage.worker(20),
      await stage.worker(20),
      await stage.worker(20),
    ];
    await stage.days(clean, ['8', '8'], { project });
    await stage.work(endless, '2026-03-09 06:00', '2026-03-10 08:00', { project });
    // The same 26 hours, cut by a change of job.
    await stage.work(switched, '2026-03-09 06:00', '2026-03-09 18:00', { project });
    await stage.work(switched, '2026-03-09 18:00', '2026-03-10 08:00', { project });
    await stage.days(nowhere, ['8']);
    await stage.days(changed, ['8'], { project });
    await call(stage, 'select approve_time($1, $2, $3)', [changed, ...WEEK]);
    const overview = async () =>
      (await call(
        stage,
        'select employee_id, flags, approval from payroll_overview($1, $2) order by 1',
        [...WEEK],
      )) as { employee_id: string; flags: string[]; approval: string }[];
    const issuesOf = async (id: string) =>
      (await overview()).find((row) => row.employee_id === id)?.flags;
    await stage.work(changed, '2026-03-09 15:00', '2026-03-09 16:00', { project });

    expect(await issuesOf(endless)).toEqual(['unapproved', 'long_entry']);
    expect(await issuesOf(switched)).toEqual(['unapproved', 'long_entry']);
    expect(await issuesOf(nowhere)).toEqual(['unapproved', 'no_project']);
    expect(await issuesOf(changed)).toEqual(['unapproved', 'changed_after_approval']);
    const approved = await call(stage, 'select * from approve_clean_time($1, $2)', [...WEEK]);
    expect(approved).toEqual([{ employee_id: clean, approved_days: 2 }]);
    // Nobody with an issue was approved, nobody without one was left out.
    for (const row of await overview()) {
      if (row.approval === 'nothing') continue;
      expect(row.approval === 'approved').toBe(
        row.flags.filter((flag) => flag !== 'unapproved').length === 0,
      );
    }
    // Somebody looked and approved: no longer an issue.
    await call(stage, 'select approve_time($1, $2, $3)', [endless, ...WEEK]);
    expect(await issuesOf(endless)).toEqual([]);
  });

  test('what one click approved is taken back by one, and nothing else', async () => {
    const stage = await PayrollStage.open(db.sql);
    const [first, second] = [await stage.worker(20), await stage.worker(20)];
    await stage.days(first, ['8', '8']);
    await stage.days(second, ['8']);
    await call(stage, 'select approve_time($1, $2, $2)', [first, WEEK[0]]);
    const [before] = await call(stage, 'select max(approved_at)::text as moment from approvals');
    await call(stage, 'select * from approve_clean_time($1, $2)', [...WEEK]);
    const takeBack = (who: Person) =>
      call(
        stage,
        'select take_back_approvals($1, $2, $3::timestamptz) as days',
        [...WEEK, before?.['moment']],
        who,
      );
    const manager = await account(stage, 'manager');
    expect(await takeBack(manager)).toEqual([{ days: 0 }]);
    expect(await takeBack(stage.owner)).toEqual([{ days: 2 }]);
    expect(await call(stage, 'select work_date::text from approvals')).toEqual([
      { work_date: WEEK[0] },
    ]);
    await lock(stage);
    expect(await refusal(takeBack(stage.owner))).toBe('period_locked');
  });

  test('time added after an approval is unapproved again', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.days(worker, ['8']);
    await call(stage, 'select approve_time($1, $2, $3)', [worker, ...WEEK]);
    await stage.work(worker, '2026-03-09 18:00', '2026-03-09 19:00');
    expect((await stage.only()).flags).toEqual(['unapproved']);
  });
});

describe('locking', () => {
  test('freezes the lines: later rates and rules change nothing', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.days(worker, ['10', '10', '10', '10', '10']);
    const before = { lines: await stage.lines(...WEEK), row: await stage.only(...WEEK) };
    const [period] = await lock(stage);
    expect(period?.['status']).toBe('locked');
    await stage.rate(worker, 99, { from: '2026-01-01' });
    await stage.policy('AK');
    await db.sql`update companies set week_start = 3, time_zone = 'Pacific/Honolulu' where id = ${stage.companyId}`;
    const drop = ({ locked: _l, line_id: _i, ...line }: Record<string, unknown>) => ({
      ...line,
      hourly_rate: Number(line['hourly_rate']),
    });
    expect((await stage.lines(...WEEK)).map((line) => drop(line as never))).toEqual(
      before.lines.map((line) => drop(line as never)),
    );
    expect(await stage.only(...WEEK)).toEqual(before.row);
    expect(await refusal(db.sql`delete from time_entries where employee_id = ${worker}`)).toBe(
      'period_locked',
    );
  });

  test('a holiday of unknown pay is an issue and stops the lock', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker();
    await db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, minutes)
      values (${stage.companyId}, ${worker}, '2026-03-09', 'HOLIDAY', 480)`;
    const [row] = await call(
      stage,
      'select flags, total_earnings from payroll_overview($1, $2) where employee_id = $3',
      [...WEEK, worker],
    );
    expect(row).toMatchObject({ total_earnings: null, flags: ['unapproved', 'no_rate'] });
    expect(await refusal(lock(stage))).toBe('unknown_pay');
    await stage.rate(worker, 20);
    expect(await lock(stage)).toHaveLength(1);
  });

  test('locking again is no change, an overlapping period is refused, running time stops it', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.days(worker, ['8']);
    const [first] = await lock(stage);
    const [second] = await lock(stage);
    expect(second).toEqual(first);
    expect(await refusal(lock(stage, '2026-03-12', '2026-03-18'))).toBe('period_overlaps_locked');
    await stage.entry(worker, stage.instant('2026-03-17 07:00'), null);
    expect(await refusal(lock(stage, '2026-03-16', '2026-03-22'))).toBe('missing_clock_out');
  });

  test('time without a rate is locked as unknown pay only knowingly, and owed once the rate is known', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker();
    await stage.days(worker, ['8']);
    expect(await refusal(lock(stage))).toBe('unknown_pay');
    expect(await db.sql`select from pay_periods where company_id = ${stage.companyId}`).toEqual([]);
    await call(stage, 'select * from lock_pay_period($1, $2, true)', [...WEEK]);
    expect(await stage.only(...WEEK)).toMatchObject({
      total_earnings: null,
      total_hours: '8.00',
      flags: ['no_rate', 'unapproved'],
    });
    await stage.rate(worker, 20);
    expect(
      await call(stage, 'select difference_cents::int from payroll_adjustments_owed($1, $2)', [
        ...WEEK,
      ]),
    ).toEqual([{ difference_cents: 16000 }]);
  });

  test('unlocking needs the owner and a reason, and computes anew', async () => {
    const stage = await PayrollStage.open(db.sql);
    const manager = await account(stage, 'manager');
    const worker = await stage.worker(20);
    await stage.days(worker, ['8']);
    await call(stage, 'select lock_pay_period($1, $2)', [...WEEK], manager);
    await stage.rate(worker, 30, { from: '2026-01-01' });
    const unlock = 'select * from unlock_pay_period($1, $2, $3)';
    expect(await refusal(call(stage, unlock, [...WEEK, 'wrong rate'], manager))).toBe(
      'owners_only',
    );
    expect(await refusal(call(stage, unlock, [...WEEK, ' ']))).toBe('reason_required');
    await call(stage, unlock, [...WEEK, 'wrong rate']);
    expect((await stage.only(...WEEK)).total_earnings).toBe('240.00');
    const [event] = await db.sql`select reason from audit_events
      where company_id = ${stage.companyId} and entity = 'pay_periods' order by sequence desc limit 1`;
    expect(event?.['reason']).toBe('wrong rate');
    expect(await refusal(call(stage, unlock, [...WEEK, 'again']))).toBe('period_not_locked');
  });

  test('a range over locked and open days takes each from where it is', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.days(worker, ['8']);
    await stage.days(worker, ['8'], { monday: '2026-03-16' });
    await lock(stage);
    await stage.rate(worker, 30, { from: '2026-01-01' });
    expect((await stage.only('2026-03-09', '2026-03-22')).total_earnings).toBe('400.00');
  });

  test('a workweek cut by the period is trued up when the next period is locked', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    const code = await stage.code('night');
    await stage.rate(worker, 40, { code });
    // 45 hours by Wednesday at 20.00, then 10 hours at 40.00 in the next period raise the week's regular rate.
    await stage.days(worker, ['15', '15', '15']);
    await lock(stage, '2026-03-02', '2026-03-11');
    expect((await stage.only('2026-03-09', '2026-03-11')).total_earnings).toBe('950.00');
    await stage.days(worker, ['0', '0', '0', '10'], { code });
    const whole = 900 + 400 + Math.round((1300 / 55) * 0.5 * 15 * 100) / 100;
    await lock(stage, '2026-03-12', '2026-03-18');
    const rows = await stage.only('2026-03-09', '2026-03-18');
    expect(Number(rows.total_earnings)).toBeCloseTo(whole, 2);
  });

  test.each([
    ['Sunday to Monday', 0, 1, ['2026-03-08', '2026-03-14'], ['2026-03-15', '2026-03-15'], 240],
    ['Monday to Sunday', 1, 0, ['2026-03-09', '2026-03-15'], ['2026-03-16', '2026-03-21'], 160],
  ] as const)(
    'a workweek moved from %s after the lock posts nothing for the days that are paid',
    async (_, from, to, locked, next, earns) => {
      const stage = await PayrollStage.open(db.sql, { weekStart: from });
      const worker = await stage.worker(20);
      for (const day of daysBetween(locked[0], locked[1]).slice(0, 6))
        await stage.work(worker, `${day} 06:00`, `${day} 14:00`);
      await lock(stage, locked[0], locked[1]);
      await call(stage, 'update companies set week_start = $1', [to]);
      await stage.work(worker, `${next[0]} 06:00`, `${next[0]} 14:00`);
      await lock(stage, next[0], next[1]);
      expect((await stage.only(locked[0], locked[1])).total_earnings).toBe('1040.00');
      expect((await stage.only(next[0], next[1])).total_earnings).toBe(`${earns}.00`);
      expect(
        await db.sql`select from pay_items where company_id = ${stage.companyId}`,
      ).toHaveLength(0);
    },
  );
});

const post = 'select * from post_payroll_adjustments($1, $2, $3, $4)';
const unlockAgain = (stage: PayrollStage, keep: boolean) =>
  call(stage, "select * from unlock_pay_period($1, $2, 'wrong rate', $3)", [...WEEK, keep]);
const NEXT = ['2026-03-16', '2026-03-22'] as const;
const earned = async (stage: PayrollStage, range: readonly [string, string]) =>
  (await stage.export(...range)).map((row) => row.total_earnings);

/** Locked at 20.00 an hour, raised to 30.00 after, the difference of 80.00 posted in the next week. */
async function adjusted(): Promise<PayrollStage> {
  const stage = await PayrollStage.open(db.sql);
  const worker = await stage.worker(20);
  await stage.days(worker, ['8']);
  await lock(stage);
  await stage.rate(worker, 30, { from: '2026-01-01' });
  await call(stage, post, [...WEEK, 'raise', NEXT[0]]);
  return stage;
}

test('what is owed is computed anew for everybody: nobody who asks is cut off after the eight seconds of a list', async () => {
  const short = await db.sql`select proname from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~ 'private\\.(payroll_owed|post_adjustments)\\('
      and not coalesce('statement_timeout=60s' = any (proconfig), false)`;
  expect(short.map(({ proname }) => proname)).toEqual([]);
});

describe('an adjustment is paid once', () => {
  const owed = (stage: PayrollStage) =>
    call(stage, 'select * from payroll_adjustments_owed($1, $2)', [...WEEK]);

  test('unlocking shows it and takes it back where its day is open', async () => {
    const stage = await adjusted();
    expect(await earned(stage, NEXT)).toEqual(['80.00']);
    expect(
      await call(
        stage,
        'select posted_on::text, amount_cents::int, stays from posted_adjustments($1, $2)',
        [...WEEK],
      ),
    ).toEqual([{ posted_on: NEXT[0], amount_cents: 8000, stays: false }]);
    await unlockAgain(stage, false);
    expect([await earned(stage, WEEK), await earned(stage, NEXT)]).toEqual([['240.00'], []]);
    await lock(stage);
    expect([await earned(stage, WEEK), await owed(stage)]).toEqual([['240.00'], []]);
  });

  test('kept, it is deducted in the period it was for, once however often that is unlocked', async () => {
    const stage = await adjusted();
    for (const keep of [true, true, false]) {
      await unlockAgain(stage, keep);
      await lock(stage);
      expect(await owed(stage)).toEqual([]);
      const [week, next] = [await earned(stage, WEEK), await earned(stage, NEXT)];
      expect([week, next]).toEqual(keep ? [['160.00'], ['80.00']] : [['240.00'], []]);
    }
  });

  test('in a file that was handed out, it was paid: it stays and is deducted', async () => {
    const stage = await adjusted();
    await call(stage, "select record_payroll_export($1, $2, 'csv')", [...NEXT]);
    expect(await call(stage, 'select stays from posted_adjustments($1, $2)', [...WEEK])).toEqual([
      { stays: true },
    ]);
    await unlockAgain(stage, false);
    await lock(stage);
    expect([await earned(stage, WEEK), await earned(stage, NEXT)]).toEqual([['160.00'], ['80.00']]);
    expect(await owed(stage)).toEqual([]);
  });

  test('posted in a period that is locked meanwhile, it stays and is deducted', async () => {
    const stage = await adjusted();
    await lock(stage, ...NEXT);
    expect(await call(stage, 'select stays from posted_adjustments($1, $2)', [...WEEK])).toEqual([
      { stays: true },
    ]);
    for (let round = 0; round < 2; round++) {
      await unlockAgain(stage, false);
      await lock(stage);
      expect([await earned(stage, WEEK), await earned(stage, NEXT)]).toEqual([
        ['160.00'],
        ['80.00'],
      ]);
      expect(await owed(stage)).toEqual([]);
    }
  });
});

describe('pay that is not known', () => {
  const owed = (stage: PayrollStage) =>
    call(
      stage,
      'select paid_cents::int as paid, difference_cents::int as difference from payroll_adjustments_owed($1, $2)',
      [...WEEK],
    );
  const items = (stage: PayrollStage) =>
    db.sql`select work_date::text as day, amount_cents::int as cents, note from pay_items where company_id = ${stage.companyId}`;

  /** Monday to Wednesday locked at 30.00, then the rate deleted and entered from Thursday on. */
  async function withoutRate() {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(30);
    await stage.days(worker, ['8', '8', '8', '8', '8']);
    await lock(stage, '2026-03-01', '2026-03-11');
    await db.sql`delete from employee_rates where employee_id = ${worker}`;
    await stage.rate(worker, 30, { from: '2026-03-12' });
    return { stage, worker };
  }

  test('a rate that is deleted takes no paid wages back: what is owed is asked for, not zero', async () => {
    const { stage, worker } = await withoutRate();
    expect(await owed(stage)).toEqual([{ paid: 72_000, difference: null }]);
    await lock(stage, '2026-03-12', '2026-03-18');
    await call(stage, post, [...WEEK, 'whatever is owed', '2026-03-19']);
    expect(await items(stage)).toEqual([]);
    await stage.rate(worker, 31);
    expect(await owed(stage)).toEqual([{ paid: 72_000, difference: 2400 }]);
  });

  test('what is known beside it is posted', async () => {
    const { stage, worker } = await withoutRate();
    const other = await stage.worker(20, { last: 'Reyes' });
    const job = await stage.project();
    await call(stage, "select unlock_pay_period('2026-03-01', '2026-03-11', 'More work')");
    await stage.work(worker, '2026-03-09 17:00', '2026-03-09 18:00', { project: job });
    await stage.rate(worker, 40, { project: job });
    await stage.days(other, ['8']);
    await call(stage, "select lock_pay_period('2026-03-01', '2026-03-11', true)");
    await stage.rate(worker, 50, { project: job, from: '2026-03-09' });
    await stage.rate(other, 21, { from: '2026-03-09' });
    await call(stage, post, [...WEEK, 'raise', '2026-03-19']);
    expect((await items(stage)).map(({ cents }) => cents).sort((a, b) => a - b)).toEqual([
      800, 1000,
    ]);
  });

  test('a bonus of the regular rate without an amount makes the premium unknown', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker();
    const project = await stage.project();
    await stage.rate(worker, 20, { project });
    await stage.days(worker, ['10', '10', '10', '10', '10'], { project });
    await db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, minutes)
      values (${stage.companyId}, ${worker}, '2026-03-13', 'SHIFT_DIFF', 60)`;
    const lines = await stage.lines(...WEEK);
    expect(
      lines.filter(({ pay_code }) => pay_code === 'OT').map(({ premium_cents }) => premium_cents),
    ).toEqual([null]);
    const [week] = await call(
      stage,
      'select distinct week_regular_rate from payroll_explanation($1, $2, $3)',
      [worker, ...WEEK],
    );
    expect(week).toEqual({ week_regular_rate: null });
  });
});

describe('a new time zone within a locked period', () => {
  test('moves hours to a day without lines; they are owed there, taken back where they were paid', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.work(worker, '2026-03-10 18:00', '2026-03-10 22:00');
    await lock(stage);
    const zone = (name: string) =>
      db.sql`update companies set time_zone = ${name} where id = ${stage.companyId}`;
    const owed = () =>
      db.sql`select work_date::text as day, difference_cents::int as cents
        from private.payroll_owed(${stage.companyId}, ${WEEK[0]}, ${WEEK[1]})
        where difference_cents <> 0 order by 1`;
    const inTotal = () => call(stage, 'select * from payroll_adjustments_owed($1, $2)', [...WEEK]);
    await zone('UTC');
    expect(await owed()).toEqual([
      { day: '2026-03-10', cents: -8000 },
      { day: '2026-03-11', cents: 8000 },
    ]);
    expect(await inTotal()).toEqual([]);

    await call(stage, 'select post_payroll_adjustments($1, $2, $3, $4)', [
      ...WEEK,
      'Zone was wrong',
      '2026-03-17',
    ]);
    expect(await owed()).toEqual([]);
    await zone('America/Denver');
    expect(await owed()).toEqual([
      { day: '2026-03-10', cents: 8000 },
      { day: '2026-03-11', cents: -8000 },
    ]);
    expect(await inTotal()).toEqual([]);
  });
});

describe('a period that runs', () => {
  test('is not locked: it would stop every clock', async () => {
    const stage = await PayrollStage.open(db.sql);
    const [period] = await call(
      stage,
      'select start_date::text, end_date::text from current_pay_period()',
    );
    const dates = [period?.['start_date'], period?.['end_date']] as [string, string];
    expect(await refusal(lock(stage, ...dates))).toBe('period_not_over');
    const [today] = await db.sql`select private.company_today(${stage.companyId})::text as d`;
    expect(await refusal(lock(stage, '2026-03-01', String(today?.['d'])))).toBe('period_not_over');
    expect(
      await db.sql`select from pay_periods where company_id = ${stage.companyId}`,
    ).toHaveLength(0);
  });
});

describe('the pay period is changed after a lock', () => {
  test('what was locked stays, the new rule fills the days around it, every day lies in one period', async () => {
    const stage = await PayrollStage.open(db.sql);
    await db.sql`update companies set pay_period_kind = 'weekly', pay_period_anchor = '2026-03-09' where id = ${stage.companyId}`;
    await stage.days(await stage.worker(20), ['8']);
    await lock(stage);
    await db.sql`update companies set pay_period_kind = 'semimonthly' where id = ${stage.companyId}`;
    const periodOf = async (date: string) => {
      const [row] = await call(
        stage,
        'select start_date::text as s, end_date::text as e, status from pay_period_for($1)',
        [date],
      );
      return `${row?.['s']} ${row?.['e']} ${row?.['status']}`;
    };
    expect(await periodOf('2026-03-11')).toBe('2026-03-09 2026-03-15 locked');
    expect(await periodOf('2026-03-20')).toBe('2026-03-16 2026-03-31 open');
    expect(await periodOf('2026-03-08')).toBe('2026-03-01 2026-03-08 open');
    await db.sql`update companies set pay_period_kind = 'biweekly', pay_period_anchor = '2026-03-05' where id = ${stage.companyId}`;
    expect(await periodOf('2026-03-08')).toBe('2026-03-05 2026-03-08 open');
    expect(await periodOf('2026-03-16')).toBe('2026-03-16 2026-03-18 open');
    expect(await periodOf('2026-03-19')).toBe('2026-03-19 2026-04-01 open');
    await lock(stage, '2026-03-16', '2026-03-18');
    const rows = await call(
      stage,
      'select start_date, end_date, status from recent_pay_periods(60)',
    );
    for (const [index, row] of rows.slice(1).entries())
      expect(Number(rows[index]?.['start_date'])).toBe(Number(row['end_date']) + 86_400_000);
    expect(rows.filter((row) => row['status'] === 'locked')).toHaveLength(2);
  });
});

describe('changing the past', () => {
  test('a raise shows what is owed, posts it once in the open period, and leaves the lock alone', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.days(worker, ['9', '9', '9', '9', '9']);
    await lock(stage);
    const preview = await call(
      stage,
      'select start_date::text, locked, before_cents::int, after_cents::int, difference_cents::int from rate_change_preview($1, 22, $2)',
      [worker, '2026-03-01'],
    );
    expect(preview).toEqual([
      {
        start_date: '2026-03-09',
        locked: true,
        before_cents: 95000,
        after_cents: 104500,
        difference_cents: 9500,
      },
    ]);
    expect(
      (
        await db.sql`select count(*)::int as n from employee_rates where employee_id = ${worker}`
      )[0]?.['n'],
    ).toBe(1);
    await stage.rate(worker, 22, { from: '2026-03-01' });
    const owed = await call(
      stage,
      'select difference_cents::int from payroll_adjustments_owed($1, $2)',
      [...WEEK],
    );
    expect(owed).toEqual([{ difference_cents: 9500 }]);
    const post =
      'select employee_id, amount_cents::int from post_payroll_adjustments($1, $2, $3, $4)';
    expect(await call(stage, post, [...WEEK, 'raise agreed in March', '2026-03-20'])).toEqual([
      { employee_id: worker, amount_cents: 9500 },
    ]);
    expect(await call(stage, post, [...WEEK, 'raise agreed in March', '2026-03-20'])).toEqual([]);
    expect((await stage.only(...WEEK)).total_earnings).toBe('950.00');
    const later = await stage.only('2026-03-16', '2026-03-22');
    expect([later.other_pay, later.total_hours]).toEqual(['95.00', '0.00']);
    expect(await refusal(call(stage, post, [...WEEK, 'x', '2026-03-10']))).toBe('period_locked');
  });

  test('a policy preview changes nothing and shows the difference', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.days(worker, ['10']);
    const rows = await call(
      stage,
      `select overtime_minutes_before::int as before, overtime_minutes_after::int as after, difference_cents::int as cents
       from preview_overtime_policy('AK', '2026-01-01', $1, $2)`,
      [...WEEK],
    );
    expect(rows).toEqual([{ before: 0, after: 120, cents: 2000 }]);
    expect((await stage.only()).overtime_hours).toBe('0.00');
    expect(
      (
        await db.sql`select count(*)::int as n from overtime_policies where company_id = ${stage.companyId}`
      )[0]?.['n'],
    ).toBe(0);
  });

  test('a policy preview shows the premiums of missed breaks', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.days(worker, ['8']);
    const rows = await call(
      stage,
      `select overtime_minutes_before::int as before, overtime_minutes_after::int as after, difference_cents::int as cents,
         premium_cents_before::int as "premiumBefore", premium_cents_after::int as "premiumAfter"
       from preview_overtime_policy('CA', '2026-01-01', $1, $2)`,
      [...WEEK],
    );
    expect(rows).toEqual([
      { before: 0, after: 0, cents: 2000, premiumBefore: 0, premiumAfter: 2000 },
    ]);
  });

  test('time off and premiums are parts of other pay, on the screen and in the export, also when locked', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.policy('CA');
    await stage.days(worker, ['8']);
    await db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, minutes, amount_cents) values
      (${stage.companyId}, ${worker}, '2026-03-11', 'PTO', 480, 16000),
      (${stage.companyId}, ${worker}, '2026-03-12', 'BONUS_D', 0, 5000)`;
    const parts = async (source: string) => {
      const rows = await call(
        stage,
        `select leave_minutes, leave_pay, premium_pay, other_pay, total_earnings from ${source} where employee_id = $3`,
        [...WEEK, worker],
      );
      return rows[0];
    };
    const expected = {
      leave_minutes: 480,
      leave_pay: '160.00',
      premium_pay: '20.00',
      other_pay: '230.00',
      total_earnings: '390.00',
    };
    const exported = `generate_payroll_export_data('${stage.companyId}', $1, $2)`;
    expect(await parts('payroll_overview($1, $2)')).toEqual(expected);
    expect(await parts(exported)).toEqual(expected);
    await call(stage, 'select lock_pay_period($1, $2)', [...WEEK]);
    expect(await parts('payroll_overview($1, $2)')).toEqual(expected);
    expect(await parts(exported)).toEqual(expected);
  });

  test('pay items cannot enter or leave a locked period', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    const add = (
      date: string,
    ) => db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, amount_cents)
      values (${stage.companyId}, ${worker}, ${date}, 'BONUS_D', 100)`;
    await add('2026-03-10');
    await lock(stage);
    expect(await refusal(add('2026-03-11'))).toBe('period_locked');
    expect(await refusal(db.sql`delete from pay_items where employee_id = ${worker}`)).toBe(
      'period_locked',
    );
  });
});

describe('signing', () => {
  const sign = (stage: PayrollStage, who: Person) =>
    call(
      stage,
      "select * from sign_timesheet($1, $2, 'Sam Reed', 'These are my hours.', 'en', '1')",
      [...WEEK],
      who,
    );
  const state = async (stage: PayrollStage, who: Person) =>
    (
      await call(stage, 'select employee_id, signature from payroll_overview($1, $2)', [...WEEK])
    ).find((row) => row['employee_id'] === who.employeeId)?.['signature'];

  test('keeps what was signed, and an edit asks again', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await account(stage, 'employee');
    await stage.days(worker.employeeId, ['8', '7:30']);
    expect(await state(stage, worker)).toBe('none');
    const [signature] = await sign(stage, worker);
    expect(signature).toMatchObject({
      signed_name: 'Sam Reed',
      statement: 'These are my hours.',
      language: 'en',
      version: '1',
      hours: { '2026-03-09': 480, '2026-03-10': 450 },
      disputed: false,
    });
    expect(await state(stage, worker)).toBe('signed');
    await db.sql`update time_entries set clock_out = clock_out + interval '5 minutes'
      where employee_id = ${worker.employeeId} and work_date = '2026-03-10'`;
    expect(await state(stage, worker)).toBe('outdated');
    await sign(stage, worker);
    const [entry] =
      await db.sql`select id, clock_in from time_entries where employee_id = ${worker.employeeId} order by clock_in limit 1`;
    await stage.pause(
      entry?.['id'],
      stage.instant('2026-03-09 08:00'),
      stage.instant('2026-03-09 08:30'),
    );
    expect(await state(stage, worker)).toBe('outdated');
  });

  test('disputing says why and keeps the person out of "all clean ones"', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await account(stage, 'employee');
    await stage.days(worker.employeeId, ['8']);
    const dispute = "select * from dispute_timesheet($1, $2, $3, 'These are my hours.', 'en', '1')";
    expect(await refusal(call(stage, dispute, [...WEEK, ''], worker))).toBe('note_required');
    await call(stage, dispute, [...WEEK, 'I worked nine hours on Monday'], worker);
    expect(await state(stage, worker)).toBe('disputed');
    expect(await call(stage, 'select * from approve_clean_time($1, $2)', [...WEEK])).toEqual([]);
  });

  test('shows changes by others with their reason', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await account(stage, 'employee');
    await stage.days(worker.employeeId, ['8']);
    await as(
      db.sql,
      stage.owner,
      (tx) => tx`update time_entries set notes = 'moved' where employee_id = ${worker.employeeId}`,
      { 'x-reason': 'forgot%20lunch' },
    );
    const rows = await call(
      stage,
      'select action, reason, changed_by, work_date::text from timesheet_changes($1, $2)',
      [...WEEK],
      worker,
    );
    expect(rows.at(-1)).toEqual({
      action: 'updated',
      reason: 'forgot lunch',
      changed_by: 'Sam Reed',
      work_date: '2026-03-09',
    });
  });
});

describe('what the screens ask', () => {
  test('the explanation gives day, minutes, rule and threshold', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'CA' });
    const worker = await stage.worker(20);
    await stage.days(worker, ['9', '9', '9', '9', '9', '9'], { withMeals: true });
    const rows = await call(
      stage,
      'select work_date::text, pay_code, minutes, rules, day_minutes, week_minutes, policy_preset from payroll_explanation($1, $2, $3)',
      [worker, '2026-03-14', '2026-03-14'],
    );
    expect(rows).toEqual([
      {
        work_date: '2026-03-14',
        pay_code: 'OT',
        minutes: 540,
        day_minutes: 540,
        week_minutes: 3240,
        policy_preset: 'CA',
        rules: [
          { rule: 'weekly', threshold_minutes: 2400, minutes: 480 },
          { rule: 'daily', threshold_minutes: 480, minutes: 60 },
        ],
      },
    ]);
  });

  test('the explanation of a locked day keeps rules and thresholds', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.days(worker, ['10', '10', '10', '10', '10']);
    const ask = () =>
      call(
        stage,
        'select pay_code, minutes, rules, total_cents from payroll_explanation($1, $2, $3)',
        [worker, ...WEEK],
      );
    const before = await ask();
    await lock(stage);
    expect(await ask()).toEqual(before);
    expect(before.at(-1)?.['rules']).toEqual([
      { rule: 'weekly', threshold_minutes: 2400, minutes: 600 },
    ]);
  });

  test('the week so far counts the running entry', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await account(stage, 'employee');
    await db.sql`update companies set time_zone = ${middayZone()} where id = ${stage.companyId}`;
    await stage.entry(worker.employeeId, new Date(Date.now() - 61 * 60_000).toISOString(), null);
    const [week] = await call(stage, 'select * from week_summary()', [], worker);
    expect(week?.['running']).toBe(true);
    expect(Number(week?.['worked_minutes'])).toBeGreaterThanOrEqual(61);
    expect(Number(week?.['worked_minutes'])).toBeLessThanOrEqual(62);
  });

  test('a missing clock-out gets the middle of what others on the project did', async () => {
    const stage = await PayrollStage.open(db.sql);
    const project = await stage.project();
    for (const out of ['15:00', '15:30', '17:00'])
      await stage.work(await stage.worker(20), '2026-03-09 07:00', `2026-03-09 ${out}`, {
        project,
      });
    const forgot = await stage.worker(20);
    await stage.entry(forgot, stage.instant('2026-03-09 07:05'), null, { project });
    const rows = await call(
      stage,
      'select employee_id, proposed_clock_out, basis, sample_size from propose_clock_outs($1, $2)',
      [...WEEK],
    );
    expect(rows).toEqual([
      {
        employee_id: forgot,
        proposed_clock_out: new Date(stage.instant('2026-03-09 15:30')),
        basis: 'project',
        sample_size: 3,
      },
    ]);
  });

  test('someone at work is on the clock, not a mistake to mend', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await db.sql`update companies set time_zone = ${middayZone()} where id = ${stage.companyId}`;
    await stage.entry(worker, new Date(Date.now() - 61 * 60_000).toISOString(), null);
    const [today] = await db.sql`select (now() at time zone ${middayZone()})::date::text as date`;
    const range = [today?.['date'], today?.['date']];
    const [row] = await call(
      stage,
      'select flags from payroll_overview($1, $2) where employee_id = $3',
      [...range, worker],
    );
    expect(row?.['flags']).toContain('on_the_clock');
    expect(row?.['flags']).not.toContain('missing_clock_out');
    expect(await call(stage, 'select * from propose_clock_outs($1, $2)', range)).toEqual([]);
  });

  test('the rounding report shows what each person lost or won', async () => {
    const stage = await PayrollStage.open(db.sql);
    await db.sql`update companies set rounding_minutes = 15 where id = ${stage.companyId}`;
    const worker = await stage.worker(20);
    await stage.work(worker, '2026-03-09 06:53', '2026-03-09 15:37');
    expect(
      await call(
        stage,
        'select exact_minutes::int, rounded_minutes::int, difference_minutes::int from rounding_report($1, $2)',
        [...WEEK],
      ),
    ).toEqual([{ exact_minutes: 524, rounded_minutes: 510, difference_minutes: -14 }]);
  });

  test('the overview has everyone, with days and flags', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.days(worker, ['8', '17']);
    const rows = await call(stage, 'select * from payroll_overview($1, $2)', [...WEEK]);
    expect(rows).toHaveLength(2);
    expect(rows.find((row) => row['employee_id'] === worker)).toMatchObject({
      days_worked: 2,
      days_approved: 0,
      approval: 'open',
      signature: 'none',
      flags: ['unapproved', 'long_entry'],
    });
  });

  test('the origins name the entries behind each line, who approved them, and certified work', async () => {
    const stage = await PayrollStage.open(db.sql);
    const [worker, project] = [await stage.worker(20), await stage.project()];
    await db.sql`update projects set prevailing_wage = true where id = ${project}`;
    const early = await stage.work(worker, '2026-03-09 07:00', '2026-03-09 09:00', { project });
    const late = await stage.work(worker, '2026-03-09 10:00', '2026-03-09 12:00', { project });
    const night = await stage.work(worker, '2026-03-10 20:00', '2026-03-11 02:00');
    const origins = () =>
      call(
        stage,
        `select work_date::text as day, entry_ids as entries, certified, approved_by as name, approved_at is not null as approved
          from payroll_line_origins($1, $2) order by 1`,
        [...WEEK],
      );
    expect(await origins()).toEqual([
      { day: '2026-03-09', entries: [early, late], certified: true, name: null, approved: false },
      { day: '2026-03-10', entries: [night], certified: false, name: null, approved: false },
      { day: '2026-03-11', entries: [night], certified: false, name: null, approved: false },
    ]);
    await call(stage, 'select approve_time($1, $2, $3)', [worker, '2026-03-09', '2026-03-09']);
    await stage.work(worker, '2026-03-10 07:00', '2026-03-10 08:00');
    await call(stage, 'select approve_time($1, $2, $3)', [worker, '2026-03-10', '2026-03-10']);
    expect((await origins()).map(({ name, approved }) => [name, approved])).toEqual([
      ['Sam Reed', true],
      ['Sam Reed', true],
      ['Sam Reed', true],
    ]);
    await stage.work(worker, '2026-03-09 13:00', '2026-03-09 14:00', { project });
    expect((await origins())[0]).toMatchObject({ name: null, approved: false });

    await call(stage, 'select approve_time($1, $2, $3)', [worker, ...WEEK]);
    await call(stage, 'select lock_pay_period($1, $2)', [...WEEK]);
    await db.sql`update projects set prevailing_wage = false where id = ${project}`;
    expect((await origins()).map(({ certified }) => certified)).toEqual([true, false, false]);
  });

  test('work under a public contract is certified in files, also what was locked as if it were not', async () => {
    const stage = await PayrollStage.open(db.sql);
    const [worker, project] = [await stage.worker(20), await stage.project()];
    await db.sql`insert into public_contracts (company_id, project_id) values (${stage.companyId}, ${project})`;
    await stage.work(worker, '2026-03-09 07:00', '2026-03-09 09:00', { project });
    await stage.work(worker, '2026-03-10 07:00', '2026-03-10 09:00');
    const certified = async () =>
      (
        await call(stage, 'select certified from payroll_line_origins($1, $2) order by work_date', [
          ...WEEK,
        ])
      ).map((row) => row['certified']);
    expect(await certified()).toEqual([true, false]);
    await call(stage, 'select lock_pay_period($1, $2)', [...WEEK]);
    expect(await certified()).toEqual([true, false]);
    expect(
      await db.sql`select certified from payroll_lines where company_id = ${stage.companyId} order by work_date`,
    ).toEqual([{ certified: true }, { certified: false }]);
    // As 0.3.0 locked it.
    await db.sql`update payroll_lines set certified = false where company_id = ${stage.companyId}`;
    expect(await certified()).toEqual([true, false]);
  });

  test('an export keeps its rows and knows what changed since', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.days(worker, ['8']);
    const id = randomUUID();
    const record = () =>
      call(stage, 'select * from record_payroll_export($1, $2, $3, $4, null, $5)', [
        ...WEEK,
        'csv',
        'a'.repeat(64),
        id,
      ]);
    const [made] = await record();
    expect(made?.['rows']).toMatchObject({ lines: [{ employee_id: worker, minutes: 480 }] });
    expect(made?.['totals']).toMatchObject({ employees: 1, total_earnings: 160 });
    expect((await record())[0]).toEqual(made);
    expect(await call(stage, 'select * from payroll_export_changes($1)', [id])).toEqual([]);
    await stage.work(worker, '2026-03-10 07:00', '2026-03-10 08:00');
    expect(
      await call(stage, 'select hours_then, hours_now from payroll_export_changes($1)', [id]),
    ).toEqual([{ hours_then: '8.00', hours_now: '9.00' }]);
  });

  test('hours moved to another job after an export are named, locking alone is no change', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    const [here, there] = [await stage.project(), await stage.project()];
    const id = await stage.work(worker, '2026-03-09 07:00', '2026-03-09 15:00', { project: here });
    await stage.work(worker, '2026-03-10 07:00', '2026-03-10 15:00', { project: here });
    const [made] = await call(stage, "select id from record_payroll_export($1, $2, 'csv')", [
      ...WEEK,
    ]);
    const changes = () =>
      call(
        stage,
        'select employee_id, hours_then, hours_now, moved from payroll_export_changes($1)',
        [made?.['id']],
      );
    await lock(stage);
    expect(await changes()).toEqual([]);
    await call(stage, "select unlock_pay_period($1, $2, 'wrong job')", [...WEEK]);
    expect(await changes()).toEqual([]);
    await db.sql`update time_entries set project_id = ${there} where id = ${id}`;
    expect(await changes()).toEqual([
      { employee_id: worker, hours_then: '16.00', hours_now: '16.00', moved: true },
    ]);
  });

  test('an export records all its file is made of, and its hash once', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.days(worker, ['8']);
    const [preview] = await call(stage, 'select payroll_export_preview($1, $2) as source', [
      ...WEEK,
    ]);
    expect(preview?.['source']).toMatchObject({
      people: [{ id: worker, external_ids: {}, rates: [{ hourly_rate: 20 }] }],
      origins: [{ employee_id: worker, certified: false, approved_by: null }],
      frequency: expect.any(String),
      locked: false,
    });
    const [made] = await call(
      stage,
      `select id, rows - 'settings' as source from record_payroll_export($1, $2, 'gusto')`,
      [...WEEK],
    );
    const id = String(made?.['id']);
    expect(made?.['source']).toEqual(preview?.['source']);
    const note = (hash: string) => call(stage, 'select note_payroll_file_hash($1, $2)', [id, hash]);
    await note('A'.repeat(64));
    await note('b'.repeat(64));
    const [kept] = await db.sql`select file_hash from payroll_exports where id = ${id}`;
    expect(kept).toEqual({ file_hash: 'a'.repeat(64) });
    for (const change of [{ file_hash: 'b'.repeat(64) }, { format: 'csv' }]) {
      await expect(
        db.sql`update payroll_exports set ${db.sql(change)} where id = ${id}`,
      ).rejects.toThrow('cannot be changed');
    }
  });

  test('in brief a preview has the same lines without what they rest on', async () => {
    const stage = await PayrollStage.open(db.sql);
    for (const rate of [20, 31]) await stage.days(await stage.worker(rate), ['8', '9:30', '11']);
    const [found] = await call(
      stage,
      `select payroll_export_preview($1, $2) as whole, payroll_export_preview($1, $2, true) as brief,
        payroll_export_preview('2020-01-01', '2020-01-07', true) -> 'lines' as nothing`,
      [...WEEK],
    );
    type Rows = Record<string, unknown>[];
    const { whole, brief } = found as {
      whole: Record<string, Rows>;
      brief: { lines: Record<string, unknown[]> };
    };
    const { summary, origins, lines, ...lists } = whole;
    const { lines: columns, ...others } = brief;
    expect(others).toEqual(lists);
    expect([summary?.length, origins?.length]).toEqual([2, 6]);
    expect(Object.keys(columns)).toHaveLength(10);
    for (const [column, values] of Object.entries(columns)) {
      expect(values).toEqual(lines?.map((line) => line[column]));
    }
    expect(Object.values(found?.['nothing'] as object)).toEqual(
      Array.from({ length: 10 }, () => []),
    );
  });

  test('the record says whether every day is locked', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await stage.days(worker, ['8']);
    const locked = async (end: string) =>
      (
        await call(stage, "select payroll_export_preview($1, $2) -> 'locked' as locked", [
          WEEK[0],
          end,
        ])
      )[0]?.['locked'];
    expect(await locked(WEEK[1])).toBe(false);
    await call(stage, 'select * from lock_pay_period($1, $2)', [...WEEK]);
    expect(await locked(WEEK[1])).toBe(true);
    expect(await locked('2026-03-31')).toBe(false);
  });
});

describe('rights', () => {
  test('payroll is for managers and owners of the company, in the same words for all others', async () => {
    const us = await makeCompany(db.sql);
    const them = await makeCompany(db.sql, 'Other Builders');
    const stranger = await signUp(db.sql);
    const ask = (who: Person, company: string) =>
      as(
        db.sql,
        who,
        (tx) =>
          tx`select * from generate_payroll_export_data(${company}, '2026-03-01', '2026-03-31')`,
      ).then(
        () => 'accepted',
        (error) => `${error.code} ${error.hint} ${error.message}`,
      );
    expect(await ask(us.owner, us.id)).toBe('accepted');
    expect(await ask(us.manager, us.id)).toBe('accepted');
    const answers = new Set<string>();
    for (const who of [us.foreman, us.employee, us.deactivated, them.owner, stranger])
      answers.add(await ask(who, us.id));
    answers.add(await ask(us.owner, randomUUID()));
    expect([...answers]).toEqual([
      '42501 payroll_not_allowed Only managers and owners of this company may see its payroll.',
    ]);
  });

  test('nobody acts for, or learns of, people of another company', async () => {
    const us = await makeCompany(db.sql);
    const them = await makeCompany(db.sql, 'Other Builders');
    const attempts = [
      (id: string) =>
        as(db.sql, us.owner, (tx) => tx`select approve_time(${id}, '2026-03-01', '2026-03-31')`),
      (id: string) =>
        as(db.sql, us.owner, (tx) => tx`select unapprove_time(${id}, '2026-03-01', '2026-03-31')`),
      (id: string) =>
        as(
          db.sql,
          us.owner,
          (tx) => tx`select * from payroll_explanation(${id}, '2026-03-01', '2026-03-31')`,
        ),
      (id: string) => as(db.sql, us.owner, (tx) => tx`select * from week_summary(${id})`),
      (id: string) =>
        as(
          db.sql,
          us.owner,
          (tx) => tx`select * from rate_change_preview(${id}, 10, '2026-03-01')`,
        ),
    ];
    for (const attempt of attempts) {
      expect(await refusal(attempt(them.employee.employeeId))).toBe('not_found');
      expect(await refusal(attempt(randomUUID()))).toBe('not_found');
    }
  });

  test('employees see their own week and explanation, no one else and no payroll', async () => {
    const us = await makeCompany(db.sql);
    const own = us.employee.employeeId;
    const ask = (query: string, args: unknown[] = []) =>
      refusal(as(db.sql, us.employee, (tx) => tx.unsafe(query, args as never[])));
    expect(await ask('select * from week_summary($1)', [own])).toBe('accepted');
    expect(
      await ask('select * from payroll_explanation($1, $2, $3)', [own, '2026-03-01', '2026-03-31']),
    ).toBe('accepted');
    expect(await ask('select * from week_summary($1)', [us.colleague.employeeId])).toBe(
      'managers_only',
    );
    for (const query of [
      "select * from payroll_overview('2026-03-01', '2026-03-31')",
      "select * from lock_pay_period('2026-03-01', '2026-03-31')",
      "select * from propose_clock_outs('2026-03-01', '2026-03-31')",
      "select * from approve_clean_time('2026-03-01', '2026-03-31')",
      "select take_back_approvals('2026-03-01', '2026-03-31')",
      "select * from record_payroll_export('2026-03-01', '2026-03-31', 'csv')",
      "select payroll_export_preview('2026-03-01', '2026-03-31')",
      "select note_payroll_file_hash(gen_random_uuid(), repeat('a', 64))",
    ])
      expect(await ask(query)).not.toBe('accepted');
    expect(await ask("select set_overtime_policy('CA', '2026-01-01')")).toBe('owners_only');
  });
});
