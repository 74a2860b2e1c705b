import { describe, expect, test } from 'vitest';
import { overtimeWeeks, type WeekExample } from '../../testing/rule-examples.ts';
import { minutesOf, PayrollStage } from './payroll-stage.ts';
import { openDatabase } from './world.ts';

const db = await openDatabase();

const HOLIDAYS: Record<string, readonly string[]> = { 'OT-U2': ['2026-03-12'] };

const WEEKS: readonly WeekExample[] = [
  ...overtimeWeeks().map((week) => ({ ...week, custom: { holidays: HOLIDAYS[week.id] ?? [] } })),
  {
    id: 'OT-F6 first week',
    policy: 'FLSA',
    days: '10 10 10 10 10 0 0',
    rate: '20.00',
    reg: '40',
    ot: '10',
    gross: '1100.00',
  },
  {
    id: 'OT-F6 second week',
    policy: 'FLSA',
    days: '6 6 6 6 6 0 0',
    rate: '20.00',
    reg: '30',
    ot: '0',
    gross: '600.00',
  },
  // The same rules elsewhere.
  {
    id: 'CA seventh day beyond eight hours',
    policy: 'CA',
    days: '5 5 5 5 5 5 9',
    rate: '20.00',
    reg: '30',
    ot: '8',
    dt: '1',
    gross: '880.00',
  },
  {
    id: 'UNION Saturday make-up',
    policy: 'UNION_8_SAT_SUN',
    days: '8 8 8 8 0 10 0',
    rate: '40.00',
    reg: '40',
    ot: '2',
    gross: '1720.00',
    custom: { saturday_makeup: true },
  },
  {
    id: 'UNION holiday beside Saturday make-up',
    policy: 'UNION_8_SAT_SUN',
    days: '8 8 0 0 0 0 0',
    rate: '40.00',
    reg: '8',
    ot: '0',
    dt: '8',
    gross: '960.00',
    custom: { saturday_makeup: true, holidays: ['2026-03-10'] },
  },
  {
    id: 'UNION option 10 to 2',
    policy: 'UNION_8_SAT_SUN',
    days: '11 0 0 0 0 0 0',
    rate: '40.00',
    reg: '8',
    ot: '2',
    dt: '1',
    gross: '520.00',
    custom: {
      daily: [
        { after: 480, mult: 1.5 },
        { after: 600, mult: 2 },
      ],
    },
  },
  {
    id: 'UNION Sunday',
    policy: 'UNION_8_SAT_SUN',
    days: '0 0 0 0 0 0 4',
    rate: '40.00',
    reg: '0',
    ot: '0',
    dt: '4',
    gross: '320.00',
  },
  {
    id: 'Ontario 44 without a floor',
    policy: 'CUSTOM',
    days: '9 9 9 9 9 0 0',
    rate: '20.00',
    reg: '44',
    ot: '1',
    gross: '910.00',
    custom: { weekly_after: 2640, flsa_floor_check: false },
  },
  {
    id: 'Ontario 44 with the FLSA floor',
    policy: 'CUSTOM',
    days: '9 9 9 9 9 0 0',
    rate: '20.00',
    reg: '44',
    ot: '1',
    gross: '950.00',
    custom: { weekly_after: 2640 },
  },
];

describe('a week under one policy and one rate', () => {
  test.each(WEEKS)('$id: $policy $days @$rate', async (vector) => {
    const stage = await PayrollStage.open(db.sql, vector);
    const worker = await stage.worker(vector.rate);
    await stage.days(worker, vector.days.split(' '), { withMeals: vector.policy.startsWith('CA') });
    const row = await stage.only('2026-03-09', '2026-03-15');
    expect({
      reg: Number(row.regular_minutes),
      ot: Number(row.overtime_minutes),
      dt: Number(row.double_time_minutes),
      gross: row.total_earnings,
    }).toEqual({
      reg: minutesOf(vector.reg),
      ot: minutesOf(vector.ot),
      dt: minutesOf(vector.dt ?? '0'),
      gross: vector.gross,
    });
    if (vector.tt) expect(row.flsa_overtime_premium).toBe(vector.tt);
    const lines = await stage.lines('2026-03-09', '2026-03-15');
    expect(lines.reduce((sum, line) => sum + (line.total_cents ?? 0), 0)).toBe(
      Math.round(Number(vector.gross) * 100),
    );
  });
});

describe('where overtime lands', () => {
  test('OT-F1: all five hours on day 5, four regular before them', async () => {
    const stage = await PayrollStage.open(db.sql);
    await stage.days(await stage.worker(20), ['9', '9', '9', '9', '9']);
    const friday = (await stage.lines()).filter((line) => line.work_date === '2026-03-13');
    expect(friday.map(({ minutes, pay_code, rule }) => ({ minutes, pay_code, rule }))).toEqual([
      { minutes: 240, pay_code: 'REG', rule: 'regular' },
      { minutes: 300, pay_code: 'OT', rule: 'weekly' },
    ]);
  });

  test('OT-C2: day 6 is nine hours of overtime, daily and weekly', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'CA' });
    await stage.days(await stage.worker(30), ['9', '9', '9', '9', '9', '9'], { withMeals: true });
    const saturday = (await stage.lines()).filter((line) => line.work_date === '2026-03-14');
    expect(saturday.map(({ minutes, pay_code, rule }) => ({ minutes, pay_code, rule }))).toEqual([
      { minutes: 540, pay_code: 'OT', rule: 'weekly+daily' },
    ]);
  });

  test('OT-W1: a Sunday-to-Saturday week counts Sunday with the days after it', async () => {
    const stage = await PayrollStage.open(db.sql, { weekStart: 0 });
    const worker = await stage.worker(20);
    await stage.days(worker, ['10', '8', '8', '8', '8', '8'], { monday: '2026-03-08' });
    const row = await stage.only();
    expect([row.regular_hours, row.overtime_hours, row.total_earnings]).toEqual([
      '40.00',
      '10.00',
      '1100.00',
    ]);
  });

  test('OT-W2: a Monday-to-Sunday week counts the same Sunday before', async () => {
    const stage = await PayrollStage.open(db.sql, { weekStart: 1 });
    const worker = await stage.worker(20);
    await stage.days(worker, ['10', '8', '8', '8', '8', '8'], { monday: '2026-03-08' });
    expect((await stage.only('2026-03-08', '2026-03-08')).total_earnings).toBe('200.00');
    expect((await stage.only('2026-03-09', '2026-03-15')).total_earnings).toBe('800.00');
    expect((await stage.only()).overtime_hours).toBe('0.00');
  });

  test('OT-B2: CA, one shift over midnight is two workdays, no daily overtime', async () => {
    const stage = await PayrollStage.open(db.sql, {
      policy: 'CA',
      custom: { meal_premium: false },
    });
    await stage.work(await stage.worker(30), '2026-03-09 20:00', '2026-03-10 06:00');
    const row = await stage.only();
    expect([row.regular_hours, row.overtime_hours, row.total_earnings]).toEqual([
      '10.00',
      '0.00',
      '300.00',
    ]);
    expect((await stage.lines()).map((line) => [line.work_date, line.minutes])).toEqual([
      ['2026-03-09', 240],
      ['2026-03-10', 360],
    ]);
  });

  test('OT-B3: UNION, Friday night into Saturday, split at midnight', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'UNION_8_SAT_SUN' });
    await stage.work(await stage.worker(40), '2026-03-13 20:00', '2026-03-14 06:00');
    const row = await stage.only();
    expect([row.regular_hours, row.overtime_hours, row.total_earnings]).toEqual([
      '4.00',
      '6.00',
      '520.00',
    ]);
  });

  test('OT-B3 with day_split start_day: the shift belongs to Friday', async () => {
    const stage = await PayrollStage.open(db.sql, {
      policy: 'UNION_8_SAT_SUN',
      custom: { day_split: 'start_day' },
    });
    await stage.work(await stage.worker(40), '2026-03-13 20:00', '2026-03-14 06:00');
    const row = await stage.only();
    expect([row.regular_hours, row.overtime_hours, row.total_earnings]).toEqual([
      '8.00',
      '2.00',
      '440.00',
    ]);
    // The minutes stay on the dates they were worked.
    expect((await stage.only('2026-03-14', '2026-03-14')).total_hours).toBe('6.00');
  });

  test('OT-O4: CO, fourteen consecutive hours over midnight', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'CO' });
    await stage.work(await stage.worker(20), '2026-03-09 18:00', '2026-03-10 08:00');
    const row = await stage.only();
    expect([row.regular_hours, row.overtime_hours, row.total_earnings]).toEqual([
      '12.00',
      '2.00',
      '300.00',
    ]);
    expect((await stage.lines()).at(-1)?.rule).toBe('consecutive');
  });

  test('CO: a duty-free break over an hour ends the run', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'CO' });
    const worker = await stage.worker(20);
    await stage.work(worker, '2026-03-09 16:00', '2026-03-09 23:00');
    await stage.work(worker, '2026-03-10 00:01', '2026-03-10 07:01');
    expect((await stage.only()).overtime_hours).toBe('0.00');
  });

  test('OT-N3: NV, the workday begins when work begins', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'NV' });
    const worker = await stage.worker(15);
    await stage.work(worker, '2026-03-09 14:00', '2026-03-09 22:00');
    await stage.work(worker, '2026-03-10 06:00', '2026-03-10 16:00');
    // Until Tuesday 14:00 it is one workday of 16 hours; two hours begin the next.
    const row = await stage.only();
    expect([row.regular_hours, row.overtime_hours]).toEqual(['10.00', '8.00']);
  });

  test('a project in another state governs the days worked there, one weekly pass over all', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
    const alaska = await stage.project('Anchorage');
    await stage.policy('AK', undefined, { project: alaska });
    const worker = await stage.worker(20);
    await stage.work(worker, '2026-03-09 06:00', '2026-03-09 18:00', { project: alaska });
    await stage.work(worker, '2026-03-10 06:00', '2026-03-10 18:00');
    const row = await stage.only();
    expect([row.regular_hours, row.overtime_hours]).toEqual(['20.00', '4.00']);
  });

  test('an employee with an own policy', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
    const worker = await stage.worker(20);
    await stage.policy('AK', undefined, { employee: worker });
    await stage.days(worker, ['12']);
    expect((await stage.only()).overtime_hours).toBe('4.00');
  });

  test('a holiday of the company calendar', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'UNION_8_SAT_SUN' });
    await db.sql`insert into holidays (company_id, date) values (${stage.companyId}, '2026-03-12')`;
    await stage.days(await stage.worker(40), ['0', '0', '0', '8']);
    expect((await stage.only()).double_time_hours).toBe('8.00');
  });

  test('a policy holds from its date on', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
    await stage.policy('AK', undefined, { from: '2026-03-16' });
    const worker = await stage.worker(20);
    await stage.days(worker, ['10']);
    await stage.days(worker, ['10'], { monday: '2026-03-16' });
    expect((await stage.only('2026-03-09', '2026-03-15')).overtime_hours).toBe('0.00');
    expect((await stage.only('2026-03-16', '2026-03-22')).overtime_hours).toBe('2.00');
  });

  test('workday_start of the policy and the zone of the site decide the day', async () => {
    const stage = await PayrollStage.open(db.sql, {
      policy: 'AK',
      custom: { workday_start: '06:00' },
    });
    const project = await stage.project('Dock', 'America/New_York');
    const worker = await stage.worker(20);
    // 03:00-15:00 Denver is 05:00-17:00 in New York: one hour before the workday begins.
    await stage.work(worker, '2026-03-10 03:00', '2026-03-10 15:00', { project });
    expect((await stage.lines()).map((l) => [l.work_date, l.minutes, l.pay_code])).toEqual([
      ['2026-03-09', 60, 'REG'],
      ['2026-03-10', 480, 'REG'],
      ['2026-03-10', 180, 'OT'],
    ]);
  });
});

describe('clock changes', () => {
  test('OT-D1: the night to daylight time has 7:30, 1:00 before midnight and 6:30 after', async () => {
    const stage = await PayrollStage.open(db.sql, { timeZone: 'America/New_York' });
    const worker = await stage.worker(30);
    const entry = await stage.entry(worker, '2026-03-08T04:00:00Z', '2026-03-08T11:30:00Z');
    expect((await stage.lines()).map((l) => [l.work_date, l.minutes])).toEqual([
      ['2026-03-07', 60],
      ['2026-03-08', 390],
    ]);
    await stage.pause(entry, '2026-03-08T07:30:00Z', '2026-03-08T08:00:00Z');
    const row = await stage.only();
    expect([row.total_hours, row.total_earnings]).toEqual(['7.00', '210.00']);
  });

  test('L15: the same shift in fall has nine hours', async () => {
    const stage = await PayrollStage.open(db.sql, { timeZone: 'America/New_York' });
    const worker = await stage.worker(30);
    const entry = await stage.entry(worker, '2025-11-02T03:00:00Z', '2025-11-02T12:30:00Z');
    await stage.pause(entry, '2025-11-02T08:00:00Z', '2025-11-02T08:30:00Z');
    expect((await stage.only('2025-10-26', '2025-11-09')).total_hours).toBe('9.00');
  });
});
