import { describe, expect, test } from 'vitest';
import { PayrollStage } from './payroll-stage.ts';
import { as, openDatabase } from './world.ts';

const db = await openDatabase();

const cents = (amount: string) => Math.round(Number(amount) * 100);

describe('regular rate (docs/rules/overtime.md#examples)', () => {
  /** Hours at two rates by cost code, ten hours a day from Monday in the order given. */
  async function twoRates(stage: PayrollStage, parts: readonly [hours: number, rate: string][]) {
    const worker = await stage.worker();
    let day = 9;
    for (const [hours, rate] of parts) {
      const code = await stage.code(`${rate} ${day}`);
      await stage.rate(worker, rate, { code });
      for (let left = hours; left > 0; left -= 10, day += 1) {
        const date = `2026-03-${String(day).padStart(2, '0')}`;
        await stage.work(
          worker,
          `${date} 06:00`,
          `${date} ${String(6 + Math.min(left, 10)).padStart(2, '0')}:00`,
          { code },
        );
      }
    }
    return worker;
  }
  const premium = async (stage: PayrollStage) =>
    (await stage.lines()).reduce((sum, line) => sum + (line.premium_cents ?? 0), 0);

  test('OT-R1: DOL FOH 15k11(b), weighted average', async () => {
    const stage = await PayrollStage.open(db.sql);
    await twoRates(stage, [
      [24, '10.00'],
      [20, '12.00'],
    ]);
    expect([await premium(stage), (await stage.only()).total_earnings]).toEqual([2182, '501.82']);
  });

  test('OT-R2: carpenter and laborer, weighted average', async () => {
    const stage = await PayrollStage.open(db.sql);
    await twoRates(stage, [
      [30, '32.50'],
      [16, '24.00'],
    ]);
    expect([await premium(stage), (await stage.only()).total_earnings]).toEqual([8863, '1447.63']);
    // Neither of the two, and no average of them.
    expect((await stage.only()).hourly_rate).toBeNull();
  });

  test('OT-R2b: rate in effect without agreement gets the FLSA adjustment', async () => {
    const stage = await PayrollStage.open(db.sql, { custom: { rate_method: 'rate_in_effect' } });
    await twoRates(stage, [
      [30, '32.50'],
      [16, '24.00'],
    ]);
    const lines = await stage.lines();
    expect(
      lines.filter((line) => line.pay_code === 'FLSA_ADJ').map((line) => line.total_cents),
    ).toEqual([1663]);
    const row = await stage.only();
    expect([row.total_earnings, row.flsa_overtime_premium]).toEqual(['1447.63', '88.63']);
  });

  test('OT-R2b: rate in effect with a 7(g)(2) agreement', async () => {
    const stage = await PayrollStage.open(db.sql, {
      custom: { rate_method: 'rate_in_effect', agreement_7g2: true },
    });
    await twoRates(stage, [
      [30, '32.50'],
      [16, '24.00'],
    ]);
    const row = await stage.only();
    expect([await premium(stage), row.total_earnings, row.flsa_overtime_premium]).toEqual([
      7200,
      '1431.00',
      '72.00',
    ]);
  });

  test('OT-R3: a nondiscretionary bonus is in the regular rate', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(25);
    await stage.days(worker, ['11', '11', '11', '11']);
    await db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, amount_cents)
      values (${stage.companyId}, ${worker}, '2026-03-12', 'BONUS_ND', 6600)`;
    expect([await premium(stage), (await stage.only()).total_earnings]).toEqual([5300, '1219.00']);
  });

  describe('a bonus of 200.00 in a week of 32:00, 4:00 and 1:00 at 50.00', () => {
    async function week(preset: string, flat: boolean, custom?: Record<string, unknown>) {
      const stage = await PayrollStage.open(db.sql, {
        policy: preset,
        ...(custom && { custom }),
      });
      const worker = await stage.worker('50.00');
      // Monday and Tuesday without a meal, each a premium where the rules have one.
      await stage.days(worker, ['13', '8', '0', '0', '0', '0', '0']);
      await stage.days(worker, ['0', '0', '8', '8', '0', '0', '0'], { withMeals: true });
      await as(
        db.sql,
        stage.owner,
        (tx) => tx`insert into pay_items (employee_id, work_date, pay_code, amount_cents, flat_sum)
          values (${worker}, '2026-03-10', 'BONUS_ND', 20000, ${flat})`,
      );
      const lines = await stage.lines();
      const [explained] = await as(
        db.sql,
        stage.owner,
        (tx) => tx`select distinct week_regular_rate::text as rate
          from payroll_explanation(${worker}, '2026-03-09', '2026-03-15')`,
      );
      return {
        premium: lines
          .filter((line) => ['OT', 'DT'].includes(line.pay_code))
          .reduce((sum, line) => sum + (line.premium_cents ?? 0), 0),
        meals: lines
          .filter((line) => line.pay_code === 'MEAL_PREM')
          .map((line) => line.total_cents),
        explained: explained?.['rate'],
        flsa: lines.reduce((sum, line) => sum + line.flsa_premium_cents, 0),
      };
    }

    test('OT-R8: CA, a flat sum: over the 32 hours without a premium, 1.5 and 2 times', async () => {
      expect(await week('CA', true)).toEqual({
        premium: 20000,
        meals: [5625, 5625],
        explained: '56.2500',
        flsa: 0,
      });
    });
    test('OT-R8b: CA, by hours or production: over all 37 hours, ½ and 1 times', async () => {
      expect(await week('CA', false)).toEqual({
        premium: 16622,
        meals: [5541, 5541],
        explained: '55.4054',
        flsa: 0,
      });
    });
    test('OT-R8c: a flat sum under other rules is over all hours', async () => {
      const { premium, explained } = await week('AK', true);
      // 5 hours of overtime: half of 55.4054 each.
      expect([premium, explained]).toEqual([13851, '55.4054']);
    });
    test('rules of an earlier version are those of their preset', async () => {
      const stage = await PayrollStage.open(db.sql, { policy: 'CA' });
      await db.sql`update overtime_policies set policy = policy - 'flat_bonus' where company_id = ${stage.companyId}`;
      const [rule] = await db.sql`select policy ->> 'flat_bonus' as flat
        from private.payroll_policies(${stage.companyId}) where preset = 'CA'`;
      expect(rule).toEqual({ flat: 'straight_hours' });
    });
    test('a flat sum is a promised bonus and nothing else', async () => {
      const stage = await PayrollStage.open(db.sql);
      const worker = await stage.worker(30);
      await expect(
        as(
          db.sql,
          stage.owner,
          (
            tx,
          ) => tx`insert into pay_items (employee_id, work_date, pay_code, amount_cents, flat_sum)
            values (${worker}, '2026-03-10', 'BONUS_D', 100, true)`,
        ),
      ).rejects.toThrow('pay_items_flat_sum_is_a_bonus');
    });
  });

  test('OT-R4: night differential, rounded once', async () => {
    const stage = await PayrollStage.open(db.sql);
    await twoRates(stage, [
      [30, '20.00'],
      [12, '21.00'],
    ]);
    expect([await premium(stage), (await stage.only()).total_earnings]).toEqual([2029, '872.29']);
  });

  async function californiaTwoRates(custom: Record<string, unknown>) {
    const stage = await PayrollStage.open(db.sql, { policy: 'CA', custom });
    const worker = await stage.worker(24);
    const code = await stage.code('foreman');
    await stage.rate(worker, 30, { code });
    await stage.days(worker, ['10'], { code, withMeals: true });
    await stage.days(worker, ['0', '8', '8', '8', '8'], { withMeals: true });
    return stage;
  }

  test('OT-R5: CA, weighted average', async () => {
    const stage = await californiaTwoRates({});
    expect([await premium(stage), (await stage.only()).total_earnings]).toEqual([2543, '1093.43']);
  });

  test('OT-R5b: CA, rate in effect', async () => {
    const stage = await californiaTwoRates({ rate_method: 'rate_in_effect' });
    expect([await premium(stage), (await stage.only()).total_earnings]).toEqual([3000, '1098.00']);
  });

  test('OT-R7: a raise in mid-week', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(28);
    await stage.rate(worker, 30, { from: '2026-03-12' });
    await stage.days(worker, ['9', '9', '9', '9', '9']);
    expect([await premium(stage), (await stage.only()).total_earnings]).toEqual([7200, '1368.00']);
  });

  test('OT-F7: holiday pay is not hours worked', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(25);
    await db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, minutes)
      values (${stage.companyId}, ${worker}, '2026-03-09', 'HOLIDAY', 480)`;
    await stage.days(worker, ['0', '8', '8', '8', '8', '8']);
    const row = await stage.only();
    expect([row.regular_hours, row.overtime_hours, row.other_pay, row.total_earnings]).toEqual([
      '40.00',
      '0.00',
      '200.00',
      '1200.00',
    ]);
  });
});

describe('rounding (docs/rules/rounding.md#punches)', () => {
  const worked = async (increment: number | null, policy: string, from: string, to: string) => {
    const stage = await PayrollStage.open(db.sql, { policy });
    await db.sql`update companies set rounding_minutes = ${increment} where id = ${stage.companyId}`;
    await stage.work(await stage.worker(20), `2026-03-09 ${from}`, `2026-03-09 ${to}`);
    const row = await stage.only();
    return Number(row.regular_minutes) + Number(row.overtime_minutes);
  };

  test.each([
    ['RN-1', 5, '06:53', '15:00', 485],
    ['RN-1', 6, '06:53', '15:00', 486],
    ['RN-1', 15, '06:53', '15:00', 480],
    ['RN-2', 5, '07:00', '15:37', 515],
    ['RN-2', 6, '07:00', '15:37', 516],
    ['RN-2', 15, '07:00', '15:37', 510],
    ['RN-3', null, '06:53', '15:37', 524],
    ['RN-3', 5, '06:53', '15:37', 520],
    ['RN-3', 6, '06:53', '15:37', 522],
    ['RN-3', 15, '06:53', '15:37', 510],
    ['RN-5', 5, '06:52', '15:00', 490],
    ['RN-5', 6, '06:52', '15:00', 486],
    ['RN-5', 15, '06:52', '15:00', 495],
    ['RN-6', 5, '07:02', '15:00', 480],
    ['RN-6', 6, '07:02', '15:00', 480],
    ['RN-6', 15, '07:02', '15:00', 480],
    ['RN-6', 5, '07:03', '15:00', 475],
    ['RN-6', 6, '07:03', '15:00', 474],
    ['RN-6', 15, '07:03', '15:00', 480],
    ['RN-7', null, '07:00:45', '15:30:10', 510],
  ] as const)('%s: to %s minutes, %s to %s', async (_id, increment, from, to, minutes) => {
    expect(await worked(increment, 'FLSA', from, to)).toBe(minutes);
  });

  test('is off under California rules whatever the company set', async () => {
    expect(await worked(15, 'CA', '06:53', '11:37')).toBe(284);
  });

  test('never touches punches around a meal or a job switch', async () => {
    const stage = await PayrollStage.open(db.sql);
    await db.sql`update companies set rounding_minutes = 15 where id = ${stage.companyId}`;
    const worker = await stage.worker(20);
    await stage.work(worker, '2026-03-09 07:04', '2026-03-09 09:11');
    await stage.work(worker, '2026-03-09 09:11', '2026-03-09 12:03');
    await stage.work(worker, '2026-03-09 12:33', '2026-03-09 15:33');
    expect((await stage.only()).regular_minutes).toBe(480);
  });
});

describe('breaks (docs/rules/breaks.md)', () => {
  const day = async (
    from: string,
    to: string,
    meals: string[],
    options: { waived?: boolean; auto?: boolean; policy?: string; rate?: number } = {},
  ) => {
    const stage = await PayrollStage.open(db.sql, { policy: options.policy ?? 'FLSA' });
    if (options.auto)
      await db.sql`update companies set auto_meal_minutes = 30, auto_meal_after_minutes = 360 where id = ${stage.companyId}`;
    const worker = await stage.worker(options.rate ?? 30);
    await stage.work(worker, `2026-03-09 ${from}`, `2026-03-09 ${to}`, {
      meals,
      mealWaived: options.waived ?? false,
    });
    return stage.only();
  };

  test('BR-1: a meal of thirty minutes is unpaid', async () => {
    expect((await day('07:00', '15:30', ['12:00-12:30'])).total_hours).toBe('8.00');
  });
  test('BR-2: twenty minutes are a paid break', async () => {
    const row = await day('07:00', '15:30', ['12:00-12:20']);
    expect([row.total_hours, row.paid_break_hours]).toEqual(['8.50', '0.33']);
  });
  test('BR-3: twenty-five minutes are paid by default', async () => {
    expect((await day('07:00', '15:30', ['12:00-12:25'])).total_hours).toBe('8.50');
  });
  test('BR-4: automatic meal after more than six hours', async () => {
    expect((await day('07:00', '15:30', [], { auto: true })).regular_minutes).toBe(480);
    expect((await day('07:00', '13:00', [], { auto: true })).regular_minutes).toBe(360);
    expect((await day('07:00', '13:01', [], { auto: true })).regular_minutes).toBe(331);
    expect((await day('07:00', '15:30', ['12:00-12:20'], { auto: true })).regular_minutes).toBe(
      510,
    );
    expect((await day('07:00', '11:00', [], { auto: true, policy: 'CA' })).regular_minutes).toBe(
      240,
    );
  });
  test.each([
    ['BR-9: four hours and four, six hours apart: two shifts', ['06:00-10:00', '16:00-20:00'], 480],
    ['BR-9: seven hours and three: a meal of the first alone', ['05:00-12:00', '16:00-19:00'], 570],
    ['BR-9: three hours apart: the gap was the meal', ['06:00-10:00', '13:00-17:00'], 480],
    ['BR-9: a job switch goes on with the shift', ['06:00-10:00', '10:00-14:00'], 450],
    ['BR-9: two long shifts, a meal of each', ['00:00-07:00', '12:00-19:00'], 780],
  ])('%s', async (_case, parts, minutes) => {
    const stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
    await db.sql`update companies set auto_meal_minutes = 30, auto_meal_after_minutes = 360 where id = ${stage.companyId}`;
    const worker = await stage.worker(30);
    for (const part of parts) {
      const [from, to] = part.split('-');
      await stage.work(worker, `2026-03-09 ${from}`, `2026-03-09 ${to}`);
    }
    expect((await stage.only()).regular_minutes).toBe(minutes);
  });
  test('BR-5: the worker cancels the automatic meal', async () => {
    expect((await day('07:00', '15:30', [], { auto: true, waived: true })).regular_minutes).toBe(
      510,
    );
  });
  test('BR-6: CA, a late meal costs an hour', async () => {
    const row = await day('06:00', '16:30', ['11:15-11:45'], { policy: 'CA' });
    expect([row.regular_hours, row.overtime_hours, row.other_pay, row.total_earnings]).toEqual([
      '8.00',
      '2.00',
      '30.00',
      '360.00',
    ]);
  });
  test.each([
    ['BR-7', '07:00', '15:30', ['12:00-12:30'], false, '0.00'],
    ['BR-7', '07:00', '15:30', ['12:01-12:31'], false, '30.00'],
    ['BR-8', '07:00', '12:00', [], false, '0.00'],
    ['BR-8', '07:00', '12:01', [], false, '30.00'],
    ['BR-8', '07:00', '12:01', [], true, '0.00'],
    ['BR-8', '07:00', '13:00', [], false, '30.00'],
    ['BR-8', '07:00', '13:00', [], true, '0.00'],
    ['BR-8', '07:00', '13:01', [], true, '30.00'],
    ['a short meal is no meal', '07:00', '15:30', ['11:00-11:29'], false, '30.00'],
    ['second meal after ten hours', '06:00', '17:00', ['10:00-10:30'], false, '30.00'],
    ['second meal waived up to twelve', '06:00', '17:00', ['10:00-10:30'], true, '0.00'],
    ['second meal taken', '06:00', '17:30', ['10:00-10:30', '15:00-15:30'], false, '0.00'],
  ] as const)(
    '%s: CA %s-%s, meals %s, waived %s',
    async (_id, from, to, meals, waived, premium) => {
      expect((await day(from, to, [...meals], { policy: 'CA', waived })).other_pay).toBe(premium);
    },
  );
  test('a meal as a gap between two entries counts', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'CA' });
    const worker = await stage.worker(30);
    await stage.work(worker, '2026-03-09 07:00', '2026-03-09 12:00');
    await stage.work(worker, '2026-03-09 12:30', '2026-03-09 15:30');
    expect((await stage.only()).other_pay).toBe('0.00');
  });
});

describe('rates (docs/rules/pay.md#rates)', () => {
  test('RT-1: newest effective date not after the work date', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker();
    await stage.rate(worker, 28, { from: '2026-01-01' });
    await stage.rate(worker, 30, { from: '2026-04-02' });
    await stage.work(worker, '2026-04-01 08:00', '2026-04-01 09:00');
    await stage.work(worker, '2026-04-02 08:00', '2026-04-02 09:00');
    expect((await stage.lines('2026-04-01', '2026-04-02')).map((line) => line.total_cents)).toEqual(
      [2800, 3000],
    );
  });

  test.each([
    ['30.00', 3820],
    ['41.00', 4100],
  ])('RT-2: prevailing wage 38.20, own rate %s', async (own, expected) => {
    const stage = await PayrollStage.open(db.sql);
    const project = await stage.project();
    await db.sql`update projects set prevailing_wage = true where id = ${project}`;
    const worker = await stage.worker(own);
    await stage.rate(worker, '38.20', { project });
    await stage.work(worker, '2026-03-09 08:00', '2026-03-09 09:00', { project });
    expect((await stage.lines())[0]?.total_cents).toBe(expected);
  });

  test('RT-3: without a rate pay is unknown, never 0', async () => {
    const stage = await PayrollStage.open(db.sql);
    await stage.days(await stage.worker(), ['8']);
    const row = await stage.only();
    expect([row.total_earnings, row.hourly_rate, row.total_hours]).toEqual([null, null, '8.00']);
    expect(row.flags).toContain('no_rate');
  });

  test('project and cost code, then project, then cost code, then own rate', async () => {
    const stage = await PayrollStage.open(db.sql);
    const [project, code] = [await stage.project(), await stage.code('03 11 00')];
    const worker = await stage.worker(10);
    await stage.rate(worker, 20, { code });
    await stage.rate(worker, 15, { project });
    await stage.rate(worker, 40, { project, code });
    const hour = async (time: string, shift: { project?: string; code?: string }) => {
      await stage.work(worker, `2026-03-09 ${time}:00`, `2026-03-09 ${time}:59`, shift);
    };
    await hour('06', {});
    await hour('07', { code });
    await hour('08', { project });
    await hour('09', { project, code });
    expect((await stage.lines()).map((line) => Number(line.hourly_rate))).toEqual([10, 20, 15, 40]);
  });
});

describe('arithmetic (docs/rules/rounding.md#cents)', () => {
  const line = async (minutes: number, rate: string) => {
    const stage = await PayrollStage.open(db.sql, { policy: 'NONE' });
    const worker = await stage.worker(rate);
    await stage.days(worker, [`0:${minutes}`]);
    return (await stage.lines())[0]?.total_cents;
  };

  test.each([
    ['AR-1', 479, '31.55', '251.87'],
    ['AR-1', 481, '31.55', '252.93'],
    ['AR-2', 1, '30.00', '0.50'],
    ['AR-4', 440, '27.25', '199.83'],
    ['AR-10', 30, '0.01', '0.01'],
    ['AR-10', 29, '0.01', '0.00'],
    ['AR-12', 15, '33.33', '8.33'],
  ])('%s: %s min @%s', async (_id, minutes, rate, expected) => {
    expect(await line(minutes, rate)).toBe(cents(expected));
  });

  test('AR-3: three lines of 20 minutes, or one of 60', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    for (const [index, time] of ['08:00', '08:20', '08:40'].entries()) {
      const code = await stage.code(`code ${index}`);
      await stage.work(
        worker,
        `2026-03-09 ${time}`,
        `2026-03-09 ${['08:20', '08:40', '09:00'][index]}`,
        { code },
      );
      await stage.work(
        worker,
        `2026-03-16 ${time}`,
        `2026-03-16 ${['08:20', '08:40', '09:00'][index]}`,
      );
    }
    expect((await stage.only('2026-03-09', '2026-03-15')).total_earnings).toBe('20.01');
    expect((await stage.only('2026-03-16', '2026-03-22')).total_earnings).toBe('20.00');
  });

  test('AR-6: rows of 7:20 add up to 22.00', async () => {
    const stage = await PayrollStage.open(db.sql);
    for (const last of ['Adams', 'Brown', 'Clark'])
      await stage.days(await stage.worker(20, { last }), ['7:20']);
    expect((await stage.export()).map((row) => row.total_hours)).toEqual(['7.34', '7.33', '7.33']);
  });

  test('AR-7: rows of 1:40, 0:50, 0:25 add up to 2.92', async () => {
    const stage = await PayrollStage.open(db.sql);
    for (const [last, length] of [
      ['Adams', '1:40'],
      ['Brown', '0:50'],
      ['Clark', '0:25'],
    ] as const)
      await stage.days(await stage.worker(20, { last }), [length]);
    expect((await stage.export()).map((row) => row.total_hours)).toEqual(['1.67', '0.83', '0.42']);
  });

  test('AR-9: an adjustment of minus five minutes', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(20);
    await db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, minutes, hourly_rate)
      values (${stage.companyId}, ${worker}, '2026-03-09', 'ADJUSTMENT', -5, 20.11)`;
    expect((await stage.lines())[0]?.total_cents).toBe(-168);
  });

  test('AR-11: 45:00 @23.73', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'NONE' });
    await stage.days(await stage.worker('23.73'), ['9', '9', '9', '9', '9']);
    expect((await stage.only()).total_earnings).toBe('1067.85');
  });
});

describe('golden week (docs/rules/pay.md#gold-1-the-golden-week)', () => {
  async function goldenWeek() {
    const stage = await PayrollStage.open(db.sql, { timeZone: 'America/Denver', policy: 'FLSA' });
    const worker = await stage.worker('32.50');
    const [p100, p200] = [await stage.project('P100'), await stage.project('P200')];
    const code: Record<string, string> = {};
    for (const number of ['06 10 00', '06 16 00', '01 74 00', '03 11 00'])
      code[number] = await stage.code(number);
    await stage.rate(worker, '24.00', { code: code['01 74 00'] as string });
    const shift = (
      day: string,
      from: string,
      to: string,
      project: string,
      number: string,
      meals: string[] = [],
    ) =>
      stage.work(worker, `2026-03-${day} ${from}`, `2026-03-${day} ${to}`, {
        project,
        code: code[number] as string,
        meals,
      });
    await shift('09', '07:00', '12:00', p100, '06 10 00');
    await shift('09', '12:30', '15:47', p100, '06 16 00');
    await shift('10', '07:00', '15:30', p100, '06 10 00', ['12:00-12:30']);
    await shift('11', '06:58', '17:02', p200, '01 74 00', ['12:00-12:31']);
    await shift('12', '07:00', '17:00', p200, '03 11 00', ['12:00-12:30']);
    await shift('13', '07:00', '15:20', p100, '06 10 00', ['12:00-12:30']);
    await shift('14', '08:00', '12:10', p200, '01 74 00');
    const name = new Map([
      [p100, 'P100'],
      [p200, 'P200'],
      ...Object.entries(code).map(([n, id]) => [id, n] as const),
    ]);
    return { stage, name };
  }

  test('GOLD-1: lines, straight pay, premium, gross and TT', async () => {
    const { stage, name } = await goldenWeek();
    const lines = await stage.lines('2026-03-09', '2026-03-15');
    expect(
      lines.map((l) => [
        l.work_date.slice(8),
        name.get(l.project_id ?? ''),
        name.get(l.cost_code_id ?? ''),
        l.minutes,
        Number(l.hourly_rate),
        l.pay_code,
        l.straight_cents,
        l.premium_cents,
        l.total_cents,
      ]),
    ).toEqual([
      ['09', 'P100', '06 10 00', 300, 32.5, 'REG', 16250, 0, 16250],
      ['09', 'P100', '06 16 00', 197, 32.5, 'REG', 10671, 0, 10671],
      ['10', 'P100', '06 10 00', 480, 32.5, 'REG', 26000, 0, 26000],
      ['11', 'P200', '01 74 00', 573, 24, 'REG', 22920, 0, 22920],
      ['12', 'P200', '03 11 00', 570, 32.5, 'REG', 30875, 0, 30875],
      ['13', 'P100', '06 10 00', 280, 32.5, 'REG', 15167, 0, 15167],
      ['13', 'P100', '06 10 00', 190, 32.5, 'OT', 10292, 4756, 15048],
      ['14', 'P200', '01 74 00', 250, 24, 'OT', 10000, 6258, 16258],
    ]);
    const row = await stage.only('2026-03-09', '2026-03-15');
    expect([
      row.regular_hours,
      row.overtime_hours,
      row.total_hours,
      row.total_earnings,
      row.flsa_overtime_premium,
    ]).toEqual(['40.00', '7.33', '47.33', '1531.89', '110.14']);
  });

  test('GOLD-1: half of the week shows its own lines of the same computation', async () => {
    const { stage } = await goldenWeek();
    expect((await stage.only('2026-03-13', '2026-03-14')).total_earnings).toBe('464.73');
    expect((await stage.only('2026-03-14', '2026-03-14')).total_earnings).toBe('162.58');
  });
});

describe('overtime policies as objects', () => {
  const refusal = (custom: unknown, preset: string | null = null) =>
    PayrollStage.open(db.sql)
      .then((stage) =>
        as(
          db.sql,
          stage.owner,
          (tx) =>
            tx`select set_overtime_policy(${preset}, '2026-01-01', ${tx.json(custom as never)})`,
        ),
      )
      .then(
        () => 'accepted',
        (error) => `${error.hint}: ${error.message}`,
      );

  test.each([
    [{ weekly_after: 'forty' }, 'weekly_after'],
    [{ weekly: 40 }, 'weekly'],
    [{ daily: [{ after: 480 }] }, 'daily'],
    [{ daily: [{ after: 480, mult: 9 }] }, 'daily'],
    [{ day_rules: [{ dow: 7, mult: 2 }] }, 'day_rules'],
    [{ tz: 'Mars/Olympus' }, 'tz'],
    [{ workday_start: '25:00' }, 'workday_start'],
    [{ rate_method: 'best' }, 'rate_method'],
    [{ flat_bonus: 'none' }, 'flat_bonus'],
    [{ holidays: ['Christmas'] }, 'holidays'],
    [{ agreement_7g2: 'yes' }, 'agreement_7g2'],
    [{ seventh_day: { on: 'yes' } }, 'seventh_day'],
  ])('%j is refused and names the field', async (custom, field) => {
    expect(await refusal(custom)).toContain(
      `invalid_overtime_policy: The overtime policy is not valid: "${field}"`,
    );
  });

  test('the complete object of docs/rules/overtime.md#the-policy is accepted', async () => {
    const object = {
      workweek_start_dow: 0,
      workday_start: '00:00',
      tz: 'America/Denver',
      workday_anchor: 'clock',
      day_split: 'split',
      weekly_after: 2400,
      daily: [
        { after: 480, mult: 1.5 },
        { after: 720, mult: 2 },
      ],
      consecutive_after: null,
      seventh_day: { on: false, first: 480, mult1: 1.5, mult2: 2 },
      day_rules: [
        { dow: 6, mult: 1.5 },
        { dow: 0, mult: 2 },
        { holiday: true, mult: 2 },
      ],
      daily_only_if_rate_below_cents: null,
      rate_method: 'weighted_average',
      agreement_7g2: false,
      flsa_floor_check: true,
    };
    expect(await refusal(object)).toBe('accepted');
  });

  test('an unknown preset is refused', async () => {
    expect(await refusal(null, 'MOON')).toContain('unknown_overtime_preset');
  });
});
