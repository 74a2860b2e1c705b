import { describe, expect, test } from 'vitest';
import { columnsOf, PublicWorkStage } from './public-pay-stage.ts';
import { as, openDatabase } from './world.ts';

const db = await openDatabase({ connections: 4 });

const FORTY = ['8', '8', '8', '8', '8'];

test('private work of whoever did no public work stays on its project and cost code, computed alone too', async () => {
  const stage = await PublicWorkStage.open(db.sql);
  const determination = await stage.determination();
  const carpenter = await stage.class({ base: 30 }, determination);
  await stage.class({ base: 28, code: 'LAB', name: 'Laborer' }, determination);
  const shop = await stage.pay.project('Shop');
  const framing = await stage.pay.code('06 10 00');
  const [mason, builder] = [await stage.pay.worker(30), await stage.pay.worker(30)];
  await stage.work(builder, FORTY, carpenter);
  await stage.pay.days(mason, ['8', '8', '8', '8', '10'], { project: shop, code: framing });
  await stage.pay.days(mason, ['8'], { monday: '2026-03-16' });
  const linesOf = (who: string) =>
    as(
      db.sql,
      stage.pay.owner,
      (tx) => tx`select project_id, cost_code_id, classification_id, minutes from payroll_lines_for(
        ${stage.companyId}, '2026-03-09', '2026-03-16', ${who})`,
    );
  const at = (minutes: number, project: string | null = shop, code: string | null = framing) => ({
    ...{ project_id: project, cost_code_id: code, classification_id: null, minutes },
  });
  const days = [at(480), at(480), at(480), at(480), at(480), at(120)];
  expect(await linesOf(mason)).toEqual([...days, at(480, null, null)]);
  // With somebody who did, it is the same.
  await db.sql`update employee_rates set hourly_rate = 31 where company_id = ${stage.companyId}`;
  await stage.lines();
  expect(await linesOf(mason)).toEqual([...days, at(480, null, null)]);
});

describe('one class in a week: the figures of the form', () => {
  type Hourly = [base: number, fringe: number, rate: number, cash: number, plan: number];
  type Week = [st: number, ot: number | null, credit: number, cash: number, gross: number];
  const VECTORS: [id: string, ...Hourly, over: string, ...Week][] = [
    ['A-01', 30, 12.5, 30, 0, 12.5, '0', 30, null, 500, 0, 1200],
    ['A-02', 30, 12.5, 30, 0, 12.5, '6', 30, 45, 575, 0, 1470],
    ['A-03', 30, 12.5, 30, 12.5, 0, '6', 30, 45, 0, 575, 2045],
    ['A-05a', 27, 14, 35, 0, 6, '4', 35, 52.5, 264, 0, 1610],
    ['A-06a', 12, 2.5, 12, 0, 2.5, '4', 12, 18, 110, 0, 552],
    ['A-06b', 12, 2.5, 10, 0, 4.5, '4', 10, 16, 198, 0, 464],
    ['A-07a', 22, 5, 22, 0, 5, '4', 22, 33, 220, 0, 1012],
    ['A-07b', 22, 5, 20, 7, 0, '4', 20, 31, 0, 308, 1232],
    ['A-08', 27, 18, 27, 0, 18, '4', 27, 40.5, 792, 0, 1242],
    ['A-09a', 21.93, 6.27, 21.93, 0, 6.27, '0', 21.93, null, 250.8, 0, 877.2],
    ['A-09b', 21.93, 6.27, 21.93, 6.27, 0, '0', 21.93, null, 0, 250.8, 1128],
    ['A-09c', 21.93, 6.27, 21.93, 3.07, 3.2, '0', 21.93, null, 128, 122.8, 1000],
  ];

  // Nothing is short in any of them, so topping up changes nothing.
  describe.each([true, false])('top_up %s', (topUp) =>
    test.each(VECTORS)(
      '%s: %d + %d, paid %d, cash %d, plan %d, %s h over',
      async (_, base, fringe, rate, cash, plan, over, st, ot, credit, inLieu, gross) => {
        const stage = await PublicWorkStage.open(db.sql, { topUp });
        const carpenter = await stage.class({ base, fringe });
        const worker = await stage.pay.worker(rate);
        await stage.usual(worker, carpenter, cash);
        if (plan > 0) await stage.plan(worker, plan);
        await stage.work(worker, [...FORTY, over], carpenter);
        const lines = await stage.lines();
        expect(columnsOf(lines)).toEqual({
          st: 40,
          ot: Number(over),
          dt: 0,
          rate: st,
          overtimeRate: ot,
          cash: inLieu,
          gross,
        });
        expect(await stage.credits(worker)).toBe(credit * 100);
        expect(new Set(lines.map((line) => line.classification_id))).toEqual(new Set([carpenter]));
        const work = lines.filter((line) => line.pay_code !== 'FRINGE_CASH');
        expect(new Set(work.map((line) => line.rate_reason))).toEqual(
          new Set([rate === base ? 'determination' : 'own']),
        );
      },
    ),
  );

  test('A-12: a rate of parts of a cent is rounded once for the week, and its days add up to it', async () => {
    const stage = await PublicWorkStage.open(db.sql);
    const carpenter = await stage.class({ base: 30 });
    const worker = await stage.pay.worker(36.8525);
    await stage.work(worker, ['9:27', '9:27', '9:27', '9:27', '9:27'], carpenter);
    const lines = await stage.lines();
    const cents = (code: string) =>
      lines.filter((l) => l.pay_code === code).reduce((sum, l) => sum + (l.total_cents ?? 0), 0);
    expect([cents('REG'), cents('OT')]).toEqual([147410, 40077]);
    expect(columnsOf(lines).gross).toBe(1874.87);
  });

  test('A-17: a plan by the month counts over all hours of a year, and cash is the rest of the fringe', async () => {
    const stage = await PublicWorkStage.open(db.sql);
    const carpenter = await stage.class({ base: 30, fringe: 12.5 });
    const worker = await stage.pay.worker(30);
    await stage.plan(worker, 650, { period: 'month', hours: 2080 });
    await stage.usual(worker, carpenter, null);
    await stage.work(worker, [...FORTY, '4'], carpenter);
    const lines = await stage.lines();
    expect(await stage.credits(worker)).toBe(16500);
    expect(columnsOf(lines)).toMatchObject({ cash: 385, gross: 30 * 44 + 60 + 385 });
    const [cash] = lines.filter((line) => line.pay_code === 'FRINGE_CASH');
    expect(cash).toMatchObject({
      hourly_rate: '8.7500',
      minutes: 0,
      rule: 'fringe_cash',
      rate_reason: 'determination',
      classification_id: carpenter,
    });
  });

  test('A-18: zone pay is part of the base', async () => {
    const stage = await PublicWorkStage.open(db.sql);
    const carpenter = await stage.class({ base: 30, zone: 3, fringe: 12.5 });
    const worker = await stage.pay.worker(30);
    await stage.plan(worker, 12.5);
    await stage.work(worker, [...FORTY, '4'], carpenter);
    const lines = await stage.lines();
    expect(columnsOf(lines)).toMatchObject({ rate: 33, overtimeRate: 49.5, gross: 1518 });
    expect(await stage.credits(worker)).toBe(55000);
    expect(lines[0]?.rate_reason).toBe('topped_up');
  });

  test('A-19: an increase inside the week is two rates of one class', async () => {
    const stage = await PublicWorkStage.open(db.sql);
    const first = await stage.class({ base: 30 });
    const second = await stage.class({ base: 31.5 }, await stage.determination('2026-03-11'));
    const worker = await stage.pay.worker(20);
    // Entries go on naming the class of the determination that was there when they began.
    await stage.work(worker, FORTY, first);
    const lines = await stage.lines();
    expect(
      lines.map((l) => [l.work_date, l.hourly_rate, l.total_cents, l.classification_id]),
    ).toEqual([
      ['2026-03-09', '30.0000', 24000, first],
      ['2026-03-10', '30.0000', 24000, first],
      ['2026-03-11', '31.5000', 25200, second],
      ['2026-03-12', '31.5000', 25200, second],
      ['2026-03-13', '31.5000', 25200, second],
    ]);
    expect(columnsOf(lines).gross).toBe(1236);
  });

  test.each([
    ['A-20', true, 968],
    ['A-20', false, 880],
  ])('%s: below the threshold of CWHSSA, top_up %s', async (_, topUp, gross) => {
    const stage = await PublicWorkStage.open(db.sql, {
      policy: 'NONE',
      cwhssa: 'does_not',
      topUp,
    });
    const carpenter = await stage.class({ base: 22 });
    const worker = await stage.pay.worker(20);
    await stage.work(worker, [...FORTY, '4'], carpenter);
    const lines = await stage.lines();
    expect(columnsOf(lines)).toMatchObject({ st: 44, ot: 0, gross });
    expect(lines[0]?.rate_reason).toBe(topUp ? 'topped_up' : 'own');
  });

  test('A-21: hours paid double count as worked and owe nothing more', async () => {
    const stage = await PublicWorkStage.open(db.sql, {
      policy: 'NONE',
      custom: { day_rules: [{ dow: 0, mult: 2 }] },
    });
    const carpenter = await stage.class({ base: 20 });
    const worker = await stage.pay.worker(20);
    await stage.work(worker, ['9', '9', '9', '9', '0', '0', '8'], carpenter);
    expect(columnsOf(await stage.lines())).toMatchObject({ st: 36, ot: 0, dt: 8, gross: 1040 });
  });
});

describe('several classes and jobs in a week', () => {
  const IN_EFFECT = { rate_method: 'rate_in_effect', agreement_7g2: true };

  test.each([
    ['weighted average', undefined, 24000, 26182],
    ['weighted average in cents', { regular_rate: 'dol_cents' }, 24000, 26182],
    ['rate in effect', IN_EFFECT, 24000, 26400],
  ])('A-10: painter and electrician, %s', async (_, custom, painted, wired) => {
    const stage = await PublicWorkStage.open(db.sql, { ...(custom && { policy: 'FLSA', custom }) });
    const paper = await stage.determination();
    const painter = await stage.class({ base: 10, fringe: 3, code: 'P', name: 'Painter' }, paper);
    const electrician = await stage.class(
      { base: 12, fringe: 2.5, code: 'E', name: 'Electrician' },
      paper,
    );
    const worker = await stage.pay.worker(10);
    await stage.plan(worker, 3, { to: '2026-03-11' });
    await stage.plan(worker, 2.5, { from: '2026-03-12' });
    await stage.work(worker, ['8', '8', '8'], painter);
    await stage.work(worker, ['0', '0', '0', '8', '8', '4'], electrician);
    const lines = await stage.lines();
    const cents = (id: string) =>
      lines
        .filter((l) => l.classification_id === id)
        .reduce((sum, l) => sum + (l.total_cents ?? 0), 0);
    expect([cents(painter), cents(electrician)]).toEqual([painted, wired]);
    expect(lines.filter((l) => l.pay_code === 'OT').map((l) => l.classification_id)).toEqual([
      electrician,
    ]);
    expect(await stage.credits(worker)).toBe(7200 + 5000);
  });

  describe('A-14: public and private work', () => {
    async function mixed(custom?: Record<string, unknown>, publicLast = false) {
      const stage = await PublicWorkStage.open(db.sql, {
        cwhssa: 'does_not',
        ...(custom && { policy: 'FLSA', custom }),
      });
      const carpenter = await stage.class({ base: 30, fringe: 12.5 });
      const worker = await stage.pay.worker(24);
      const shop = await stage.pay.project('Shop');
      await stage.plan(worker, 12.5);
      const [public_, private_] = publicLast
        ? [
            ['0', '0', '8', '8', '8', '6'],
            ['8', '8'],
          ]
        : [
            ['8', '8', '8', '6'],
            ['0', '0', '0', '0', '8', '8'],
          ];
      await stage.work(worker, public_ ?? [], carpenter);
      await stage.work(worker, private_ ?? [], null, shop);
      const lines = await stage.lines();
      expect(await stage.credits(worker)).toBe(37500);
      const premium = lines.reduce((sum, line) => sum + (line.premium_cents ?? 0), 0);
      return {
        project: columnsOf(lines, stage.project).gross,
        all: columnsOf(lines).gross,
        premium,
      };
    }

    test('the premium belongs to where the overtime was worked, and the average is exact', async () => {
      const { project, all, premium } = await mixed();
      expect([project, all, premium]).toEqual([900, 1367.74, 8374]);
      // Shared by hours instead, as some reports do, it is the same premium.
      const [shared, rest] = [Math.round((premium * 30) / 46), Math.round((premium * 16) / 46)];
      expect([project + shared / 100, shared + rest]).toEqual([954.61, premium]);
    });

    test('with the regular rate in cents first', async () => {
      expect(await mixed({ regular_rate: 'dol_cents' })).toEqual({
        project: 900,
        all: 1367.73,
        premium: 8373,
      });
    });

    test('rate in effect, overtime on the public job', async () => {
      expect(await mixed(IN_EFFECT, true)).toEqual({ project: 990, all: 1374, premium: 9000 });
    });
  });

  test('CWHSSA counts all covered contracts together, and no private work', async () => {
    const stage = await PublicWorkStage.open(db.sql, { policy: 'NONE' });
    const carpenter = await stage.class({ base: 30 });
    const bridge = await stage.pay.project('Bridge');
    await stage.contract(bridge, { cwhssa: 'unknown' });
    const rigger = await stage.class(
      { base: 30, code: 'RIG' },
      await stage.determination('2026-01-01', 'CO20260002', bridge),
    );
    const worker = await stage.pay.worker(30);
    await stage.work(worker, ['10', '10', '10'], carpenter);
    await stage.work(worker, ['0', '0', '0', '8', '0', '5'], rigger, bridge);
    await stage.work(worker, ['0', '0', '0', '0', '9'], null, await stage.pay.project('Shop'));
    const lines = await stage.lines();
    expect(lines.filter((l) => l.pay_code === 'OT')).toMatchObject([
      { work_date: '2026-03-14', minutes: 180, rule: 'cwhssa', project_id: bridge },
    ]);
    expect(columnsOf(lines).gross).toBe(52 * 30 + 45);
  });
});

describe('apprentices', () => {
  const LONG = [...FORTY, '2'];

  /** An apprentice at 60 % beside a journeyworker, and what the week is worth. */
  async function apprentice(
    step: { fringe: number | null; rule: string } | null,
    plan: number,
    ratio?: [number, number],
  ) {
    const stage = await PublicWorkStage.open(db.sql);
    const carpenter = await stage.class({ base: 40, fringe: 15 });
    const [worker, other] = [await stage.pay.worker(20), await stage.pay.worker(55)];
    if (step) await stage.apprentices([worker], { percent: 60, ...(ratio && { ratio }), ...step });
    await stage.plan(worker, plan);
    await stage.work(worker, LONG, carpenter);
    await stage.work(other, LONG, carpenter);
    const lines = (await stage.lines()).filter((line) => line.employee_id === worker);
    const { rate, overtimeRate, gross } = columnsOf(lines);
    return [rate, overtimeRate, (await stage.credits(worker)) / 100, gross, lines[0]?.rate_reason];
  }

  test('A-13a: a program with its percent of wage and fringe', async () => {
    expect(await apprentice({ fringe: 60, rule: 'program' }, 9)).toEqual([
      24,
      36,
      378,
      1032,
      'apprentice',
    ]);
  });

  test('A-13b: a program that says nothing of fringe owes all of it', async () => {
    const expected = [24, 36, 630, 1032, 'apprentice'];
    expect(await apprentice({ fringe: null, rule: 'program' }, 15)).toEqual(expected);
    expect(await apprentice({ fringe: 60, rule: 'full' }, 15)).toEqual(expected);
  });

  test('A-13c: not registered, or over the ratio all week, is a journeyworker', async () => {
    expect(await apprentice(null, 15)).toEqual([40, 60, 630, 1720, 'topped_up']);
    expect(await apprentice({ fringe: 60, rule: 'program' }, 15, [1, 3])).toEqual([
      40,
      60,
      630,
      1720,
      'over_ratio',
    ]);
  });

  test('A-13e: with five journeyworkers the second apprentice of the day is over, with six nobody', async () => {
    const stage = await PublicWorkStage.open(db.sql);
    const carpenter = await stage.class({ base: 40 });
    const [early, late] = [await stage.pay.worker(20), await stage.pay.worker(20)];
    await stage.apprentices([early, late], { percent: 60, ratio: [1, 3] });
    await stage.work(early, ['9', '9'], carpenter);
    for (const index of [1, 2, 3, 4, 5, 6])
      await stage.work(await stage.pay.worker(50), index < 6 ? ['8', '8'] : ['0', '8'], carpenter);
    for (const day of ['2026-03-09', '2026-03-10']) {
      const id = await stage.pay.work(late, `${day} 07:00`, `${day} 15:00`, {
        project: stage.project,
      });
      await db.sql`update time_entries set classification_id = ${carpenter} where id = ${id}`;
    }
    const paid = async (worker: string) =>
      (await stage.lines())
        .filter((line) => line.employee_id === worker)
        .map((line) => [line.work_date, line.hourly_rate, line.rate_reason]);
    expect(await paid(late)).toEqual([
      ['2026-03-09', '40.0000', 'over_ratio'],
      ['2026-03-10', '24.0000', 'apprentice'],
    ]);
    expect(await paid(early)).toEqual([
      ['2026-03-09', '24.0000', 'apprentice'],
      ['2026-03-10', '24.0000', 'apprentice'],
    ]);
  });
});

describe('rules of the day', () => {
  test.each([
    ['ca', 32, 8, 2200],
    ['federal', 40, 0, 2000],
  ])('B-CA1: four days of ten hours, %s', async (regime, st, ot, gross) => {
    const stage = await PublicWorkStage.open(db.sql, { regime });
    const carpenter = await stage.class({ base: 50, fringe: 25 });
    const worker = await stage.pay.worker(50);
    await stage.plan(worker, 25);
    await stage.work(worker, ['10', '10', '10', '10'], carpenter);
    const lines = await stage.lines();
    expect(columnsOf(lines)).toMatchObject({ st, ot, gross });
    expect(await stage.credits(worker)).toBe(100000);
    if (ot > 0)
      expect(lines.find((l) => l.pay_code === 'OT')).toMatchObject({ rule: 'determination_daily' });
  });

  test('B-CA2: double time after twelve hours and on Sundays, as the determination says', async () => {
    const stage = await PublicWorkStage.open(db.sql, { regime: 'ca' });
    const overtime = {
      daily: [
        { after: 480, mult: 1.5 },
        { after: 720, mult: 2 },
      ],
      day_rules: [{ dow: 0, mult: 2 }],
    };
    const carpenter = await stage.class({ base: 50, fringe: 25, overtime });
    const worker = await stage.pay.worker(50);
    await stage.plan(worker, 25);
    await stage.work(worker, ['13', '0', '0', '0', '0', '0', '6'], carpenter);
    const lines = await stage.lines();
    expect(lines.map((l) => [l.work_date, l.minutes, l.multiplier, l.rule, l.total_cents])).toEqual(
      [
        ['2026-03-09', 480, 1, 'regular', 40000],
        ['2026-03-09', 240, 1.5, 'determination_daily', 30000],
        ['2026-03-09', 60, 2, 'determination_daily', 10000],
        ['2026-03-15', 360, 2, 'determination_day', 60000],
      ],
    );
  });

  test('B-CA3: what goes to a training fund is a credit', async () => {
    const stage = await PublicWorkStage.open(db.sql, { regime: 'ca' });
    const carpenter = await stage.class({ base: 50, fringe: 1.02 });
    const worker = await stage.pay.worker(50);
    await stage.plan(worker, 1.02, { kind: 'training' });
    await stage.work(worker, FORTY, carpenter);
    expect(await stage.credits(worker)).toBe(4080);
    expect(columnsOf(await stage.lines()).gross).toBe(2000);
  });

  test('private work of the day does not count, and the higher of two rules wins', async () => {
    const stage = await PublicWorkStage.open(db.sql, {
      regime: 'ca',
      policy: 'FLSA',
      custom: { daily: [{ after: 600, mult: 2 }] },
    });
    const carpenter = await stage.class({ base: 50 });
    const worker = await stage.pay.worker(50);
    await stage.pay.work(worker, '2026-03-09 01:00', '2026-03-09 06:00');
    await stage.work(worker, ['10'], carpenter);
    const lines = await stage.lines();
    expect(lines.map((l) => [l.minutes, l.multiplier, l.rule])).toEqual([
      [300, 1, 'regular'],
      [300, 1, 'regular'],
      [300, 2, 'daily'],
    ]);
    await stage.pay.policy('FLSA', { daily: [{ after: 840, mult: 2 }] }, { from: '2026-03-01' });
    expect((await stage.lines()).map((l) => [l.minutes, l.multiplier, l.rule])).toEqual([
      [300, 1, 'regular'],
      [480, 1, 'regular'],
      [60, 1.5, 'determination_daily'],
      [60, 2, 'daily'],
    ]);
  });
});

const WEEK = ['2026-03-09', '2026-03-15'] as const;
const call = (stage: PublicWorkStage, query: string, args: unknown[] = []) =>
  as(db.sql, stage.pay.owner, (tx) => tx.unsafe(query, args as never[])) as Promise<
    Record<string, unknown>[]
  >;

describe('what was locked, and what comes to light later', () => {
  /** A week of 44 hours paid at 31.00 with a plan of 12.00, as a determination of so much asks. */
  async function paid() {
    const stage = await PublicWorkStage.open(db.sql);
    const carpenter = await stage.class({ base: 31, fringe: 12 });
    const worker = await stage.pay.worker(31);
    await stage.plan(worker, 12);
    await stage.work(worker, [...FORTY, '4'], carpenter);
    await call(stage, 'select lock_pay_period($1, $2)', [...WEEK]);
    return { stage, carpenter, worker };
  }
  const owed = (stage: PublicWorkStage) =>
    call(stage, 'select difference_cents::int as cents from payroll_adjustments_owed($1, $2)', [
      ...WEEK,
    ]);

  test('A-16: a corrected rate shows what is owed, and once posted nothing is', async () => {
    const { stage, carpenter } = await paid();
    const frozen = await stage.lines();
    // With the plan of 528.00 the 1954.00 of the example.
    expect(columnsOf(frozen)).toMatchObject({ gross: 1426, overtimeRate: 46.5 });
    await db.sql`update work_classifications set base_rate = 34.15, fringe_rate = 16.70 where id = ${carpenter}`;
    expect(await stage.lines()).toEqual(frozen);
    expect(await owed(stage)).toEqual([{ cents: 35170 }]);
    const parts = await call(
      stage,
      'select pay_code, sum(amount_cents)::int as cents from payroll_adjustment_lines($1, $2) group by 1 order by 1',
      [...WEEK],
    );
    expect(parts).toEqual([
      { pay_code: 'FRINGE_CASH', cents: 20680 },
      { pay_code: 'OT', cents: 1260 + 630 },
      { pay_code: 'REG', cents: 12600 },
    ]);
    await call(stage, "select post_payroll_adjustments($1, $2, 'Restitution', $3)", [
      ...WEEK,
      '2026-03-16',
    ]);
    expect(await owed(stage)).toEqual([]);
    expect(columnsOf(await stage.lines('2026-03-16', '2026-03-16')).gross).toBe(351.7);
  });

  test('a locked line keeps its class, the name of it and the reason of its rate', async () => {
    const { stage, carpenter } = await paid();
    await db.sql`update work_classifications set name = 'Renamed' where id = ${carpenter}`;
    await db.sql`update public_contracts set top_up = false where company_id = ${stage.companyId}`;
    const rows =
      await db.sql`select distinct classification, classification_id, rate_reason from payroll_lines
        where company_id = ${stage.companyId} and employee_id <> ${stage.pay.owner.employeeId}`;
    expect(rows).toEqual([
      { classification: 'Carpenter', classification_id: carpenter, rate_reason: 'determination' },
    ]);
    // What was paid by it cannot be deleted.
    await expect(
      db.sql`delete from work_classifications where id = ${carpenter}`,
    ).rejects.toMatchObject({ code: '23503' });
  });

  test('the explanation of a week names the class and the reason, and the rate behind the premium', async () => {
    const stage = await PublicWorkStage.open(db.sql);
    const carpenter = await stage.class({ base: 12, fringe: 2.5 });
    const worker = await stage.pay.worker(10);
    await stage.plan(worker, 4.5);
    await stage.work(worker, [...FORTY, '4'], carpenter);
    const rows = await call(
      stage,
      `select distinct classification_id, rate_reason, week_regular_rate::float8 as rate
        from payroll_explanation($1, $2, $3)`,
      [worker, ...WEEK],
    );
    expect(rows).toEqual([{ classification_id: carpenter, rate_reason: 'own', rate: 12 }]);
  });
});

describe('cached pay', () => {
  /** Lines as they are cached and as they are computed, where these differ. */
  const differences = (stage: PublicWorkStage) => db.sql`
    with stored as (select l.* from private.payroll_lines_now(${stage.companyId}, ${WEEK[0]}, ${WEEK[1]}, null) l),
    computed as (select l.* from private.payroll_lines_computed(${stage.companyId}, ${WEEK[0]}, ${WEEK[1]}, null, null) l)
    (select * from stored except all select * from computed)
    union all (select * from computed except all select * from stored)`;

  test('follows every table that public work is paid by', async () => {
    const stage = await PublicWorkStage.open(db.sql);
    const paper = await stage.determination();
    const carpenter = await stage.class({ base: 30, fringe: 10 }, paper);
    const laborer = await stage.class({ base: 20, code: 'LAB', name: 'Laborer' }, paper);
    const [worker, other] = [await stage.pay.worker(25), await stage.pay.worker(45)];
    await stage.work(worker, ['10', '8', '8', '8', '3'], carpenter);
    await stage.work(other, FORTY, carpenter);
    const company = stage.companyId;
    const gross = async () =>
      (await stage.lines()).reduce((sum, l) => sum + (l.total_cents ?? 0), 0);
    const changes = [
      () => db.sql`update work_classifications set base_rate = 33.3333 where id = ${carpenter}`,
      () => stage.usual(worker, carpenter, 20.1234),
      () =>
        db.sql`update employee_classifications set cash_in_lieu = null where employee_id = ${worker}`,
      () => stage.plan(worker, 4),
      () => db.sql`update fringe_plans set cost_amount = 6.01 where company_id = ${company}`,
      () =>
        db.sql`update employee_fringe_plans set to_date = '2026-03-11' where employee_id = ${worker}`,
      () => stage.apprentices([worker], { percent: 70, fringe: 50 }),
      () => db.sql`update apprenticeships set percent = 90 where employee_id = ${worker}`,
      () =>
        db.sql`update apprenticeship_programs set ratio_journeyworkers = 2 where company_id = ${company}`,
      () =>
        db.sql`update apprenticeship_programs set ratio_journeyworkers = 1 where company_id = ${company}`,
      () => db.sql`delete from apprenticeships where employee_id = ${worker}`,
      async () =>
        stage.class(
          { base: 40, fringe: 12 },
          await stage.determination('2026-03-12', 'CO20260001'),
        ),
      () => db.sql`update wage_determinations set effective_from = '2026-03-13' where effective_from = '2026-03-12'
        and company_id = ${company}`,
      () => db.sql`update time_entries set classification_id = ${laborer} where employee_id = ${worker}
        and work_date = '2026-03-10'`,
      () => db.sql`update public_contracts set regime = 'ca' where company_id = ${company}`,
      () => db.sql`update public_contracts set top_up = false where company_id = ${company}`,
      () => db.sql`delete from public_contracts where company_id = ${company}`,
    ];
    let before = await gross();
    for (const change of changes) {
      await change();
      expect(await differences(stage), String(change)).toEqual([]);
      const after = await gross();
      expect(after, String(change)).not.toBe(before);
      before = after;
    }
    // Without a contract the work is paid as if nothing of this were there.
    expect(before).toBe((37 * 25 + 40 * 45) * 100);
  });

  test('a determination changed while somebody clocks out is never paid at the old rate', async () => {
    const stage = await PublicWorkStage.open(db.sql);
    const carpenter = await stage.class({ base: 30 });
    const worker = await stage.pay.worker(20);
    const [start, end] = ['2026-03-09 06:00', '2026-03-09 14:00'].map((at) =>
      stage.pay.instant(at),
    );
    const entry = await stage.pay.entry(worker, start as string, null, { project: stage.project });
    await db.sql`update time_entries set classification_id = ${carpenter} where id = ${entry}`;
    for (const first of ['rate', 'clock'] as const) {
      const rate = first === 'rate' ? 35 : 45;
      const change = (tx: typeof db.sql) =>
        tx`update work_classifications set base_rate = ${rate} where id = ${carpenter}`;
      const clockOut = (tx: typeof db.sql) =>
        tx`update time_entries set clock_out = ${end as string} where id = ${entry}`;
      await db.sql`update time_entries set clock_out = null where id = ${entry}`;
      const [held, free] = first === 'rate' ? [change, clockOut] : [clockOut, change];
      await db.sql.begin(async (tx) => {
        await held(tx as never);
        // The other commits meanwhile, and somebody reads: what is held is not known to them yet.
        await free(db.sql);
        await stage.lines();
      });
      expect(columnsOf(await stage.lines())).toMatchObject({ rate, gross: 8 * rate });
      expect(await differences(stage)).toEqual([]);
    }
  });
});
