import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  CertifiedStage,
  type Report,
  type ReportRow,
  WEEK_END,
} from './certified-payroll-stage.ts';
import { approveWeek, signWeek } from './certified-signing.ts';
import { as, makeCompany, openDatabase, type Person, type Tx } from './world.ts';

const db = await openDatabase();
const FORTY = ['8', '8', '8', '8', '8'];
const FORTY_FOUR = ['8', '8', '8', '8', '8', '4'];
const FORTY_SIX = ['8', '8', '8', '8', '8', '6'];

/** Columns 6A to 7A, and what is due: as docs/rules/public-work.md prints the vectors. */
const cells = (row: ReportRow | undefined) =>
  row && [`${row.rate_st}/${row.rate_ot}`, row.fringe_credit, row.cash_in_lieu, row.gross_project];
const dues = ({ due }: Report) => due.map(({ due: total, paid, short }) => [total, paid, short]);
const codes = ({ checks }: Report, severity = 'error') =>
  checks.filter((check) => check.severity === severity).map(({ code }) => code);

interface Vector {
  readonly base: string;
  readonly fringe: string;
  readonly rate: string;
  readonly cash: string;
  readonly plan: string;
  readonly days: readonly string[];
  /** 6A, 6B, 6C, 7A; then due and 7A with 6B. */
  readonly cells: readonly string[];
  readonly due: readonly string[];
}

function vector(
  [base, fringe, rate, cash, plan]: readonly [string, string, string, string, string],
  days: readonly string[],
  printed: readonly [string, string, string, string],
  due: readonly [string, string],
): Vector {
  return { base, fringe, rate, cash, plan, days, cells: printed, due };
}

const VECTORS: Record<string, Vector> = {
  'A-01': vector(
    ['30.00', '12.50', '30.00', '0', '12.50'],
    FORTY,
    ['30.00/45.00', '500.00', '0.00', '1200.00'],
    ['1700.00', '1700.00'],
  ),
  'A-02': vector(
    ['30.00', '12.50', '30.00', '0', '12.50'],
    FORTY_SIX,
    ['30.00/45.00', '575.00', '0.00', '1470.00'],
    ['2045.00', '2045.00'],
  ),
  'A-03': vector(
    ['30.00', '12.50', '30.00', '12.50', '0'],
    FORTY_SIX,
    ['30.00/45.00', '0.00', '575.00', '2045.00'],
    ['2045.00', '2045.00'],
  ),
  'A-05a': vector(
    ['27.00', '14.00', '35.00', '0', '6.00'],
    FORTY_FOUR,
    ['35.00/52.50', '264.00', '0.00', '1610.00'],
    ['1858.00', '1874.00'],
  ),
  'A-06a': vector(
    ['12.00', '2.50', '12.00', '0', '2.50'],
    FORTY_FOUR,
    ['12.00/18.00', '110.00', '0.00', '552.00'],
    ['662.00', '662.00'],
  ),
  'A-06b': vector(
    ['12.00', '2.50', '10.00', '0', '4.50'],
    FORTY_FOUR,
    ['10.00/16.00', '198.00', '0.00', '464.00'],
    ['662.00', '662.00'],
  ),
  'A-07a': vector(
    ['22.00', '5.00', '22.00', '0', '5.00'],
    FORTY_FOUR,
    ['22.00/33.00', '220.00', '0.00', '1012.00'],
    ['1232.00', '1232.00'],
  ),
  'A-07b': vector(
    ['22.00', '5.00', '20.00', '7.00', '0'],
    FORTY_FOUR,
    ['20.00/31.00', '0.00', '308.00', '1232.00'],
    ['1232.00', '1232.00'],
  ),
  'A-08': vector(
    ['27.00', '18.00', '27.00', '0', '18.00'],
    FORTY_FOUR,
    ['27.00/40.50', '792.00', '0.00', '1242.00'],
    ['2034.00', '2034.00'],
  ),
  'A-09a': vector(
    ['21.93', '6.27', '21.93', '0', '6.27'],
    FORTY,
    ['21.93/32.90', '250.80', '0.00', '877.20'],
    ['1128.00', '1128.00'],
  ),
  'A-09b': vector(
    ['21.93', '6.27', '21.93', '6.27', '0'],
    FORTY,
    ['21.93/32.90', '0.00', '250.80', '1128.00'],
    ['1128.00', '1128.00'],
  ),
  'A-09c': vector(
    ['21.93', '6.27', '21.93', '3.07', '3.20'],
    FORTY,
    ['21.93/32.90', '128.00', '122.80', '1000.00'],
    ['1128.00', '1128.00'],
  ),
};

/** Weeks of these tests are past their deadline, of a company that did not enter its address. */
const WITHOUT_ADDRESS = ['business_address_missing', 'delivery_overdue'];

describe('columns of the report, by vector', () => {
  test.each(Object.entries(VECTORS))('%s', async (_id, vector) => {
    const site = await CertifiedStage.open(db.sql);
    const carpenter = await site.classOf({ base: vector.base, fringe: vector.fringe });
    const maria = await site.worker(vector.rate);
    await site.usual(maria, carpenter, vector.cash);
    if (vector.plan !== '0') await site.plan(maria, { cost: vector.plan });
    await site.week(maria, vector.days, { class: carpenter });
    const report = await site.report();
    expect(report.rows.map(cells)).toEqual([vector.cells]);
    expect(dues(report)).toEqual([[...vector.due, '0.00']]);
    expect(codes(report)).toEqual(['payroll_facts_missing']);
    // With what payroll deducted it can be signed, and what is signed has every cell to column 9.
    const gross = vector.cells[3] ?? '';
    const net = ((Math.round(Number(gross) * 100) - 15025) / 100).toFixed(2);
    await site.facts(maria, { gross_all: gross, federal_tax: '100.00', fica: '50.25', net });
    await approveWeek(site, maria, WEEK_END);
    const { content } = await signWeek(site, WEEK_END);
    const [row, ...more] = content.report.rows as unknown as ReportRow[];
    expect(more).toEqual([]);
    expect(cells(row)).toEqual(vector.cells);
    expect([row?.gross_all, row?.deductions, row?.net]).toMatchObject([
      gross,
      { tax: '100.00', fica: '50.25', other: '0.00', total: '150.25' },
      net,
    ]);
  });

  test.each([
    ['weighted average', undefined, '17.46', '261.82', ['overtime_rate_low']],
    [
      'rate in effect',
      { rate_method: 'rate_in_effect', agreement_7g2: true },
      '18.00',
      '264.00',
      [],
    ],
  ] as const)('A-10, %s', async (_name, custom, rateOt, gross, warnings) => {
    const site = await CertifiedStage.open(db.sql, custom ? { custom } : {});
    const painter = await site.classOf({ base: '10.00', fringe: '3.00', name: 'Painter' });
    const electrician = await site.classOf({ base: '12.00', fringe: '2.50', name: 'Electrician' });
    const maria = await site.worker('10.00');
    // Each craft has a plan of its own.
    await site.plan(maria, { cost: '3.00', to: '2026-03-11' });
    await site.plan(maria, { cost: '2.50', from: '2026-03-12' });
    await site.week(maria, ['8', '8', '8'], { class: painter });
    await site.week(maria, ['0', '0', '0', '8', '8', '4'], { class: electrician });
    const report = await site.report();
    const [first, second] = report.rows;
    expect([first?.classification, first?.total_st, first?.total_ot, first?.rate_st]).toEqual([
      'Painter',
      '24.00',
      '0.00',
      '10.00',
    ]);
    expect(cells(first)).toEqual(['10.00/15.00', '72.00', '0.00', '240.00']);
    expect([second?.classification, second?.total_st, second?.total_ot]).toEqual([
      'Electrician',
      '16.00',
      '4.00',
    ]);
    expect(cells(second)).toEqual([`12.00/${rateOt}`, '50.00', '0.00', gross]);
    expect(report.due[0]?.short).toBe('0.00');
    expect([first?.entry, second?.entry]).toEqual([1, 1]);
    expect(codes(report, 'warning').filter((code) => code === 'overtime_rate_low')).toEqual(
      warnings,
    );
  });

  test('A-12: a rate below the cent, rounded once for the week', async () => {
    const site = await CertifiedStage.open(db.sql);
    const carpenter = await site.classOf({ base: '30.00' });
    const maria = await site.worker('36.8525');
    await site.week(maria, ['9:27', '9:27', '9:27', '9:27', '9:27'], { class: carpenter });
    const { rows } = await site.report();
    expect([rows[0]?.total_st, rows[0]?.total_ot, rows[0]?.gross_project]).toEqual([
      '40.00',
      '7.25',
      '1874.87',
    ]);
    expect(rows[0]?.rate_ot).toBe('55.28');
  });

  test.each([
    [
      'A-13a: 60 % of wage and fringe',
      60,
      '9.00',
      ['24.00/36.00', '378.00', '0.00', '1032.00'],
      'RA',
    ],
    ['A-13b: silent on fringe', null, '15.00', ['24.00/36.00', '630.00', '0.00', '1032.00'], 'RA'],
    ['A-13c: not registered', 'none', '15.00', ['40.00/60.00', '630.00', '0.00', '1720.00'], 'J'],
  ] as const)('%s', async (_name, fringe, plan, printed, kind) => {
    const site = await CertifiedStage.open(db.sql);
    const carpenter = await site.classOf({ base: '40.00', fringe: '15.00' });
    const journeyman = await site.worker('40.00', { last: 'Adams' });
    const apprentice = await site.worker('24.00', { last: 'Baker' });
    for (const person of [journeyman, apprentice]) {
      await site.plan(person, { cost: person === apprentice ? plan : '15.00' });
      await site.week(person, [...FORTY, '2'], { class: carpenter });
    }
    if (fringe !== 'none') await site.apprentice(apprentice, { percent: 60, fringe });
    const report = await site.report();
    expect(cells(report.rows[1])).toEqual(printed);
    expect(report.rows[1]?.kind).toBe(kind);
    expect(report.due[1]?.short).toBe('0.00');
    expect(report.apprentices.length).toBe(kind === 'RA' ? 1 : 0);
    if (kind === 'RA') expect(report.rows[1]?.level).toBe('3rd period 60 %');
  });

  test('A-13e: two apprentices beside five journeyworkers, the later one at the full rate', async () => {
    const site = await CertifiedStage.open(db.sql);
    const carpenter = await site.classOf({ base: '40.00' });
    for (const number of [1, 2, 3, 4, 5]) {
      const person = await site.worker('40.00', { last: `Adams ${number}` });
      await site.work(person, 0, '8', { class: carpenter });
    }
    const early = await site.worker('24.00', { last: 'Young', first: 'A' });
    const late = await site.worker('24.00', { last: 'Young', first: 'B' });
    const program = await site.apprentice(early, { percent: 60, ratio: [1, 3] });
    await site.apprentice(late, { percent: 60, program });
    await site.work(early, 0, '8', { class: carpenter });
    await site.work(late, 0, '8', { class: carpenter, from: '07:00' });
    const report = await site.report();
    const rateOf = (id: string) => report.rows.find((row) => row.employee_id === id)?.rate_st;
    expect([rateOf(early), rateOf(late)]).toEqual(['24.00', '40.00']);
    // Not paid as an apprentice, so not reported as one.
    expect(report.rows.find((row) => row.employee_id === late)?.kind).toBe('J');
    const over = report.checks.filter(({ code }) => code === 'apprentice_over_ratio');
    expect(over.map(({ employee_id }) => employee_id)).toEqual([late]);
    expect(report.apprentices[0]?.workers).toMatchObject([
      { employee_id: early, over_ratio: [] },
      { employee_id: late, over_ratio: ['2026-03-09'] },
    ]);
  });

  test('A-14: public and private work in one week, and A-14d: deductions and net', async () => {
    const site = await CertifiedStage.open(db.sql, { cwhssa: 'does_not' });
    const carpenter = await site.classOf({ base: '30.00', fringe: '12.50' });
    const maria = await site.worker('24.00');
    await site.plan(maria, { cost: '12.50' });
    await site.week(maria, ['8', '8', '8', '6'], { class: carpenter });
    const elsewhere = await site.stage.project();
    await site.week(maria, ['0', '0', '0', '0', '8', '8'], { project: elsewhere });
    await site.facts(maria, {
      gross_all: '1367.74',
      federal_tax: '120.00',
      state_tax: '45.00',
      fica: '104.63',
      other: db.sql.json([{ name: 'Safety boots', amount: 25 }] as never),
      net: '1073.11',
    });
    const report = await site.report();
    const [row] = report.rows;
    expect(cells(row)).toEqual(['30.00/45.00', '375.00', '0.00', '900.00']);
    expect(row?.gross_all).toBe('1367.74');
    expect(row?.deductions).toMatchObject({
      tax: '165.00',
      fica: '104.63',
      other: '25.00',
      total: '294.63',
    });
    expect(row?.net).toBe('1073.11');
    expect(codes(report)).toEqual([]);
    expect(codes(report, 'warning')).toEqual([
      ...WITHOUT_ADDRESS,
      'other_deductions',
      'time_not_approved',
    ]);
  });

  test('A-14 by the rate in effect: overtime on the public job on Saturday', async () => {
    const site = await CertifiedStage.open(db.sql, {
      cwhssa: 'does_not',
      custom: { rate_method: 'rate_in_effect', agreement_7g2: true },
    });
    const carpenter = await site.classOf({ base: '30.00', fringe: '12.50' });
    const maria = await site.worker('24.00');
    await site.plan(maria, { cost: '12.50' });
    const elsewhere = await site.stage.project();
    await site.week(maria, ['8', '8'], { project: elsewhere });
    await site.week(maria, ['0', '0', '8', '8', '8', '6'], { class: carpenter });
    await site.facts(maria, { gross_all: '1374.00', fica: '0', net: '1374.00' });
    const report = await site.report();
    expect(cells(report.rows[0])).toEqual(['30.00/45.00', '375.00', '0.00', '990.00']);
    expect(codes(report, 'warning')).not.toContain('gross_differs');
  });

  test('A-17: a plan by the month, annualized over all hours', async () => {
    const site = await CertifiedStage.open(db.sql);
    const carpenter = await site.classOf({ base: '30.00', fringe: '12.50' });
    const maria = await site.worker('30.00');
    await site.usual(maria, carpenter, null);
    await site.plan(maria, { cost: '650.00', period: 'month', hours: 2080, name: 'Health' });
    await site.week(maria, FORTY_FOUR, { class: carpenter });
    const report = await site.report();
    expect(cells(report.rows[0])).toEqual(['30.00/45.00', '165.00', '385.00', '1765.00']);
    expect(report.plans).toMatchObject([
      { name: 'Health', workers: [{ entry: 1, hourly_credit: '3.75', credit: '165.00' }] },
    ]);
  });

  test('A-18: zone pay is part of the base', async () => {
    const site = await CertifiedStage.open(db.sql);
    const carpenter = await site.classOf({ base: '30.00', zone: '3.00', fringe: '12.50' });
    const maria = await site.worker('33.00');
    await site.plan(maria, { cost: '12.50' });
    await site.week(maria, FORTY_FOUR, { class: carpenter });
    const { rows } = await site.report();
    expect(rows.map(cells)).toEqual([['33.00/49.50', '550.00', '0.00', '1518.00']]);
  });

  test('A-19: an increase inside the week makes two rows of one entry number', async () => {
    const site = await CertifiedStage.open(db.sql);
    const first = await site.determination({ modification: '3' });
    const second = await site.determination({ modification: '4', from: '2026-03-11' });
    const carpenter = await site.classOf({ base: '30.00' }, first);
    await site.classOf({ base: '31.50' }, second);
    const maria = await site.worker('20.00');
    await site.week(maria, FORTY, { class: carpenter });
    const report = await site.report();
    expect(
      report.rows.map((row) => [row.entry, row.total_st, row.rate_st, row.gross_project]),
    ).toEqual([
      [1, '16.00', '30.00', '480.00'],
      [1, '24.00', '31.50', '756.00'],
    ]);
    expect(report.header.determinations.map(({ modification }) => modification)).toEqual([
      '3',
      '4',
    ]);
  });

  test('A-20: below the threshold of CWHSSA the prevailing wage is still short', async () => {
    const site = await CertifiedStage.open(db.sql, {
      cwhssa: 'does_not',
      topUp: false,
      policy: 'NONE',
    });
    const laborer = await site.classOf({ base: '22.00', name: 'Laborer' });
    const maria = await site.worker('20.00');
    await site.week(maria, FORTY_FOUR, { class: laborer });
    const report = await site.report();
    expect(report.due).toMatchObject([
      { due: '968.00', paid: '880.00', short: '88.00', base: '88.00', fringe: '0.00' },
    ]);
    expect(codes(report)).toContain('short_paid');
    expect(codes(report, 'warning')).toContain('base_below_determination');
  });

  test('A-20a beside the overtime of the FLSA: its premium is due on the base', async () => {
    const site = await CertifiedStage.open(db.sql, { cwhssa: 'does_not', topUp: false });
    const laborer = await site.classOf({ base: '22.00', name: 'Laborer' });
    await site.week(await site.worker('20.00'), FORTY_FOUR, { class: laborer });
    const report = await site.report();
    expect(report.rows).toMatchObject([{ total_ot: '4.00', gross_project: '920.00' }]);
    expect(report.due).toMatchObject([
      { due: '1012.00', paid: '920.00', short: '92.00', base: '88.00', premium: '4.00' },
    ]);
  });

  test('A-20a: 42:48 at 18.00 for 22.00 and 5.00, the same whether CWHSSA applies or not', async () => {
    const shorts: unknown[] = [];
    for (const cwhssa of ['does_not', 'applies']) {
      const site = await CertifiedStage.open(db.sql, { cwhssa, topUp: false });
      const laborer = await site.classOf({ base: '22.00', fringe: '5.00', name: 'Laborer' });
      const rae = await site.worker('18.00');
      await site.week(rae, ['8', '8', '8', '8', '8', '2:48'], { class: laborer });
      shorts.push((await site.report()).due.map(({ short, premium }) => [short, premium]));
    }
    expect(shorts).toEqual([[['390.80', '5.60']], [['390.80', '5.60']]]);
  });

  test('A-20b: what a policy pays over eight hours a day is due as far as the FLSA asks for it', async () => {
    const site = await CertifiedStage.open(db.sql, {
      cwhssa: 'does_not',
      topUp: false,
      custom: { daily: [{ after: 480, mult: 1.5 }] },
    });
    const laborer = await site.classOf({ base: '22.00', name: 'Laborer' });
    await site.week(await site.worker('20.00'), ['10', '10', '10', '10'], { class: laborer });
    expect((await site.report()).due).toMatchObject([
      { due: '880.00', paid: '800.00', short: '80.00', premium: '0.00' },
    ]);
    await site.week(await site.worker('20.00', { first: 'Juan' }), ['10', '10', '10', '10', '4'], {
      class: laborer,
    });
    expect((await site.report()).due.map(({ short, premium }) => [short, premium])).toContainEqual([
      '92.00',
      '4.00',
    ]);
  });

  test('B-CA4: over 40 hours in the week on a contract of California, whatever the rule of the person', async () => {
    const site = await CertifiedStage.open(db.sql, {
      regime: 'ca',
      cwhssa: 'does_not',
      policy: 'NONE',
    });
    const carpenter = await site.classOf({ base: '50.00' });
    const exa = await site.worker('50.00');
    await site.week(exa, ['8', '8', '8', '8', '8', '8'], { class: carpenter });
    const report = await site.report();
    expect(report.rows).toMatchObject([
      { total_st: '40.00', total_ot: '8.00', gross_project: '2600.00' },
    ]);
    expect(report.due).toMatchObject([{ due: '2600.00', paid: '2600.00', short: '0.00' }]);
    // It is the state that asks for it: none of it is overtime of the FLSA (OT-X1).
    const row = await site.stage.only();
    expect(row.flsa_overtime_premium).toBe('0.00');
  });

  test('BR-11a: pay for a missed meal on the contract is in column 7A, and no wage of the class', async () => {
    const site = await CertifiedStage.open(db.sql, {
      regime: 'ca',
      cwhssa: 'does_not',
      policy: 'CA',
    });
    const carpenter = await site.classOf({ base: '50.00' });
    const cesar = await site.worker('50.00');
    await site.week(cesar, ['8', '8'], { class: carpenter });
    const report = await site.report();
    // Sixteen hours and two premiums of an hour.
    expect(report.rows).toMatchObject([{ total_st: '16.00', gross_project: '900.00' }]);
    expect(report.due).toMatchObject([{ due: '800.00', paid: '800.00', short: '0.00' }]);
    expect(codes(report)).not.toContain('time_missing');
  });

  test('B-CA4 without top-up: the premium is due on the base', async () => {
    const site = await CertifiedStage.open(db.sql, {
      regime: 'ca',
      cwhssa: 'does_not',
      topUp: false,
    });
    const carpenter = await site.classOf({ base: '40.00' });
    await site.week(await site.worker('19.37'), ['8', '8', '8', '8', '8', '8'], {
      class: carpenter,
    });
    expect((await site.report()).due).toMatchObject([
      { base: '990.24', premium: '82.52', short: '1072.76' },
    ]);
  });

  test.each(['applies', 'does_not'])(
    'somebody at 0.00 an hour has a report, CWHSSA %s',
    async (cwhssa) => {
      const site = await CertifiedStage.open(db.sql, {
        cwhssa,
        topUp: false,
        policy: 'UNION_8_SAT_SUN',
      });
      const carpenter = await site.classOf({ base: '40.00' });
      const owner = await site.worker('0.00');
      await site.week(owner, ['9', '9', '9', '9', '9', '0', '6'], { class: carpenter });
      const report = await site.report();
      expect(report.rows).toMatchObject([{ employee_id: owner, gross_project: '0.00' }]);
      expect(report.due).toMatchObject([{ base: '2040.00', paid: '0.00' }]);
      expect(codes(report)).toContain('short_paid');
    },
  );

  test('A-16 without top-up: pay stays as agreed, and the report says what is short', async () => {
    const site = await CertifiedStage.open(db.sql, { topUp: false });
    const carpenter = await site.classOf({ base: '34.15', fringe: '16.70' });
    const maria = await site.worker('31.00');
    await site.plan(maria, { cost: '12.00' });
    await site.week(maria, FORTY_FOUR, { class: carpenter });
    const report = await site.report();
    expect(report.rows).toMatchObject([
      {
        rate_st: '31.00',
        rate_ot: '46.50',
        fringe_credit: '528.00',
        cash_in_lieu: '0.00',
        gross_project: '1426.00',
      },
    ]);
    expect(report.due).toMatchObject([
      {
        due: '2305.70',
        paid: '1954.00',
        short: '351.70',
        base: '138.60',
        fringe: '206.80',
        premium: '6.30',
      },
    ]);
  });

  test('A-21: double time counts as hours worked and is not due as such', async () => {
    const site = await CertifiedStage.open(db.sql, {
      custom: { day_rules: [{ dow: 0, mult: 2 }] },
    });
    const carpenter = await site.classOf({ base: '20.00' });
    const maria = await site.worker('20.00');
    await site.week(maria, ['9', '9', '9', '9', '0', '0', '8'], { class: carpenter });
    const report = await site.report();
    const [row] = report.rows;
    expect([row?.total_st, row?.total_ot, row?.total_dt, row?.rate_dt, row?.gross_project]).toEqual(
      ['36.00', '0.00', '8.00', '40.00', '1040.00'],
    );
    expect(dues(report)).toEqual([['920.00', '1040.00', '0.00']]);
  });

  test('B-CA1 and B-CA2: daily rules of California and of the determination', async () => {
    const site = await CertifiedStage.open(db.sql, { regime: 'ca' });
    const carpenter = await site.classOf({ base: '50.00', fringe: '25.00' });
    const overtime = {
      daily: [
        { after: 480, mult: 1.5 },
        { after: 720, mult: 2 },
      ],
      day_rules: [{ dow: 0, mult: 2 }],
    };
    const mason = await site.classOf({ base: '50.00', name: 'Mason', overtime });
    const maria = await site.worker('50.00', { last: 'Adams' });
    await site.plan(maria, { cost: '25.00' });
    await site.week(maria, ['10', '10', '10', '10'], { class: carpenter });
    const juan = await site.worker('50.00', { last: 'Baker' });
    await site.week(juan, ['13', '0', '0', '0', '0', '0', '6'], { class: mason });
    const report = await site.report();
    expect(
      report.rows.map((row) => [row.total_st, row.total_ot, row.total_dt, row.gross_project]),
    ).toEqual([
      ['32.00', '8.00', '0.00', '2200.00'],
      ['8.00', '4.00', '7.00', '1400.00'],
    ]);
    expect(report.rows[0]?.fringe_credit).toBe('1000.00');
    expect(report.rows[1]?.rate_dt).toBe('100.00');
    expect(report.due.map(({ short }) => short)).toEqual(['0.00', '0.00']);
  });
});

describe('time that reaches a locked week', () => {
  const late = (site: CertifiedStage, employee: string, from: string, to: string, work: string) =>
    as(
      db.sql,
      site.owner,
      (
        tx,
      ) => tx`select enter_late_time(${randomUUID()}, ${employee}, ${site.stage.instant(from)}, ${site.stage.instant(to)},
        ${site.project}, 'Found on paper', classification_id_param => ${work})`,
    );
  const figures = ({ rows }: Report, employee: string) =>
    rows
      .filter((row) => row.employee_id === employee)
      .map((row) => [
        row.classification,
        row.days.map(({ st, ot }) => `${st} ${ot}`),
        ...(cells(row) ?? []),
      ]);
  const posted = async (site: CertifiedStage) => {
    const [row] = await db.sql`select sum(amount_cents)::int as cents from pay_items
      where company_id = ${site.companyId} and pay_code = 'ADJUSTMENT' and restitution_id is null`;
    return row?.['cents'] as number;
  };
  const gross = ({ rows }: Report) =>
    Math.round(rows.reduce((sum, row) => sum + 100 * Number(row.gross_project), 0));

  test('stands in it as if it had been there: hours on their day, wages, cash and premium', async () => {
    const site = await CertifiedStage.open(db.sql);
    const paper = await site.determination();
    const carpenter = await site.classOf({ base: '30.00', fringe: '12.50' }, paper);
    const laborer = await site.classOf({ base: '22.35', fringe: '8.75', name: 'Laborer' }, paper);
    const [intime, after] = [
      await site.worker('28.00', { last: 'Adams' }),
      await site.worker('28.00', { last: 'Baker' }),
    ];
    for (const worker of [intime, after]) {
      await site.usual(worker, carpenter, null);
      await site.week(worker, ['0', '8:20', '8', '8', '8'], { class: carpenter });
      await site.work(worker, 5, '5:10', { class: laborer });
    }
    await site.work(intime, 0, '4', { class: carpenter });
    await site.work(intime, 4, '2:40', { class: laborer, from: '17:00' });
    await site.lock();
    const before = await site.report();
    await late(site, after, '2026-03-09 06:00', '2026-03-09 10:00', carpenter);
    await late(site, after, '2026-03-13 17:00', '2026-03-13 19:40', laborer);
    const report = await site.report();
    expect(figures(report, intime)).toEqual(figures(before, intime));
    expect(figures(report, after)).toEqual(figures(report, intime));
    expect(codes(report)).not.toContain('time_missing');
    expect(report.due.map(({ short }) => short)).toEqual(['0.00', '0.00']);
  });

  test('A-21a: beside restitution of other rates it is added as it was paid', async () => {
    const site = await CertifiedStage.open(db.sql);
    const carpenter = await site.classOf({ base: '30.00' });
    const maria = await site.worker('30.00');
    await site.week(maria, ['8', '8', '8', '8', '4'], { class: carpenter });
    await site.lock();
    await db.sql`update work_classifications set base_rate = 35 where id = ${carpenter}`;
    await as(
      db.sql,
      site.owner,
      (tx) =>
        tx`select post_restitution(${randomUUID()}, ${maria}, ${site.project}, ${WEEK_END}, 'Old rates', '2026-03-16')`,
    );
    await late(site, maria, '2026-03-13 17:00', '2026-03-13 21:00', carpenter);
    await late(site, maria, '2026-03-14 06:00', '2026-03-14 10:00', carpenter);
    const report = await site.report();
    expect(report.rows.map((row) => [row.rate_st, row.total_st, row.total_ot])).toEqual([
      ['30.00', '36.00', '0.00'],
      ['35.00', '4.00', '4.00'],
    ]);
    expect(gross(report)).toBe(36 * 3000 + (await posted(site)));
    expect(gross(report)).toBe(36 * 3000 + 4 * 3500 + 4 * 5250);
    expect(codes(report)).not.toContain('time_missing');
  });

  test('BR-11b: a missed meal that is paid after the lock is in column 7A, and so is one taken back', async () => {
    const site = await CertifiedStage.open(db.sql, {
      regime: 'ca',
      cwhssa: 'does_not',
      policy: 'CA',
    });
    const carpenter = await site.classOf({ base: '50.00' });
    const cesar = await site.worker('50.00');
    await site.week(cesar, ['8', '8'], { class: carpenter });
    await site.lock();
    await late(site, cesar, '2026-03-11 06:00', '2026-03-11 14:00', carpenter);
    const report = await site.report();
    expect(report.rows).toMatchObject([{ total_st: '24.00', gross_project: '1350.00' }]);
    expect(gross(report)).toBe(90_000 + (await posted(site)));
    expect(report.due).toMatchObject([{ due: '1200.00', paid: '1200.00', short: '0.00' }]);
    await site.stage.policy('CA', { meal_premium: false, rest_premium: false });
    await as(
      db.sql,
      site.owner,
      (tx) =>
        tx`select post_payroll_adjustments('2026-03-09', ${WEEK_END}, 'Meals were taken', '2026-03-16')`,
    );
    expect((await site.report()).rows).toMatchObject([
      { total_st: '24.00', gross_project: '1200.00' },
    ]);
  });

  test('time_missing: what is not in it says so, until what is owed is posted', async () => {
    const site = await CertifiedStage.open(db.sql);
    const carpenter = await site.classOf({ base: '30.00' });
    const maria = await site.worker('30.00');
    await site.week(maria, FORTY, { class: carpenter });
    await site.lock();
    await db.sql.begin(async (tx) => {
      await tx`select set_config('chalkline.late_time', 'on', true)`;
      await tx`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, classification_id)
        values (${site.companyId}, ${maria}, ${site.stage.instant('2026-03-14 06:00')}, ${site.stage.instant('2026-03-14 10:00')},
          ${site.project}, ${carpenter})`;
    });
    const report = await site.report();
    expect(report.rows).toMatchObject([{ total_st: '40.00', total_ot: '0.00' }]);
    expect(report.checks).toContainEqual(
      expect.objectContaining({
        code: 'time_missing',
        severity: 'error',
        employee_id: maria,
        figures: ['2026-03-14'],
      }),
    );
    await as(
      db.sql,
      site.owner,
      (tx) =>
        tx`select post_payroll_adjustments('2026-03-09', ${WEEK_END}, 'Found on paper', '2026-03-16')`,
    );
    const posted = await site.report();
    expect(posted.rows).toMatchObject([
      { total_st: '40.00', total_ot: '4.00', gross_project: '1380.00' },
    ]);
    expect(codes(posted)).not.toContain('time_missing');
  });
});

describe('what the report says of the week', () => {
  test('hours of days add up to the row, cells to the lines of pay, lines lead to entries', async () => {
    const site = await CertifiedStage.open(db.sql);
    const carpenter = await site.classOf({ base: '31.07', fringe: '7.33' });
    const maria = await site.worker('29.00');
    await site.usual(maria, carpenter, null);
    await site.week(maria, ['8:20', '8:20', '8:20', '8:10', '9:10', '3:50'], { class: carpenter });
    const [row] = (await site.report()).rows;
    const sum = (kind: 'st' | 'ot' | 'dt') =>
      row?.days.reduce((total, day) => total + Math.round(Number(day[kind]) * 100), 0);
    expect(row?.days.map(({ date }) => date)).toEqual(
      [9, 10, 11, 12, 13, 14, 15].map((day) => `2026-03-${String(day).padStart(2, '0')}`),
    );
    expect([sum('st'), sum('ot'), sum('dt')]).toEqual([4000, 617, 0]);
    expect([row?.total_st, row?.total_ot]).toEqual(['40.00', '6.17']);
    const lines = await as(
      db.sql,
      site.owner,
      (tx) => tx`select row_number, work_date::text as work_date, minutes, entry_ids,
          (straight_cents + premium_cents)::int as cents
        from certified_payroll_lines(${site.project}, ${WEEK_END})`,
    );
    const cents = lines.reduce((total, line) => total + Number(line['cents']), 0);
    expect((cents / 100).toFixed(2)).toBe(row?.gross_project);
    expect(lines.reduce((total, line) => total + Number(line['minutes']), 0)).toBe(2770);
    expect(new Set(lines.flatMap((line) => line['entry_ids'])).size).toBe(6);
    expect(lines.every((line) => line['row_number'] === 1)).toBe(true);
    const paid = (await site.stage.lines()).reduce(
      (total, line) => total + (line.total_cents ?? 0),
      0,
    );
    expect(paid).toBe(cents);
  });

  test('a week without work has no rows and says so', async () => {
    const site = await CertifiedStage.open(db.sql);
    await site.classOf({ base: '30.00' }, await site.determination());
    const report = await site.report();
    expect(report.header.no_work).toBe(true);
    expect(report.rows).toEqual([]);
    expect(report.header.determinations).toMatchObject([{ number: 'MA20260001' }]);
    expect(codes(report)).toEqual([]);
  });

  test('refuses a day on which no week of the contract ends, and a project without a contract', async () => {
    const site = await CertifiedStage.open(db.sql);
    await expect(site.report('2026-03-14')).rejects.toMatchObject({ hint: 'not_a_week_end' });
    await expect(site.report(WEEK_END, await site.stage.project())).rejects.toMatchObject({
      hint: 'no_public_contract',
    });
    await expect(site.report(WEEK_END, randomUUID())).rejects.toMatchObject({
      hint: 'no_public_contract',
    });
    await expect(site.report('infinity')).rejects.toMatchObject({ hint: 'invalid_date' });
  });
});

describe('checks', () => {
  /** One carpenter over a forty-hour week, all in order but for what the test changes. */
  async function carpenterWeek(options: Parameters<typeof CertifiedStage.open>[1] = {}) {
    const site = await CertifiedStage.open(db.sql, options);
    const determination = await site.determination();
    const carpenter = await site.classOf({ base: '30.00', fringe: '12.50' }, determination);
    const maria = await site.worker('30.00');
    await site.usual(maria, carpenter, null);
    return { site, determination, carpenter, maria };
  }
  const paid = { gross_all: '1700.00', federal_tax: '200.00', fica: '130.05', net: '1369.95' };

  test('nothing is wrong with a week in order', async () => {
    const { site, carpenter, maria } = await carpenterWeek();
    await site.week(maria, FORTY, { class: carpenter });
    await site.facts(maria, paid);
    await as(
      db.sql,
      site.owner,
      (tx) => tx`select approve_time(${maria}, '2026-03-09', '2026-03-15')`,
    );
    await db.sql`insert into contractor_details (company_id, street, city, state, zip)
      values (${site.companyId}, '1 Dock St', 'Salem', 'MA', '01970')`;
    expect((await site.report()).checks.map(({ code }) => code)).toEqual(['delivery_overdue']);
  });

  test.each([
    ['payroll_facts_missing', { ...paid, net: null }],
    ['payroll_facts_missing', { gross_all: '1700.00', net: '1369.95' }],
    ['net_differs', { ...paid, net: '1369.94' }],
    ['gross_over_all', { ...paid, gross_all: '1699.99', net: '1369.94' }],
  ])('%s', async (code, facts) => {
    const { site, carpenter, maria } = await carpenterWeek();
    await site.week(maria, FORTY, { class: carpenter });
    await site.facts(maria, facts);
    const report = await site.report();
    expect(codes(report)).toEqual([code]);
    const found = report.checks.find((check) => check.code === code);
    expect(found?.employee_id).toBe(maria);
    // Every figure of the message is given by itself, for other languages.
    if (code !== 'payroll_facts_missing') {
      expect(found?.figures).toEqual(found?.message.match(/\d+\.\d\d/g));
    }
    if (code === 'gross_over_all') expect(codes(report, 'warning')).toContain('gross_differs');
  });

  test('payroll_facts_missing: columns 7B, 8 and 9 are null, never zero', async () => {
    const { site, carpenter, maria } = await carpenterWeek();
    await site.week(maria, FORTY, { class: carpenter });
    const report = await site.report();
    expect(report.rows[0]).toMatchObject({ gross_all: null, deductions: null, net: null });
    expect(codes(report)).toEqual(['payroll_facts_missing']);
  });

  test('no_classification, determination_missing', async () => {
    const site = await CertifiedStage.open(db.sql);
    const maria = await site.worker('30.00');
    await site.week(maria, FORTY);
    await site.facts(maria, { ...paid, gross_all: '1200.00', net: '869.95' });
    const report = await site.report();
    expect(codes(report)).toEqual(['determination_missing', 'no_classification']);
    expect(report.rows[0]).toMatchObject({ classification: null, gross_project: '1200.00' });
    expect(report.due).toEqual([]);
  });

  test('class_not_in_determination, modification_missing, class_ended', async () => {
    const { site, carpenter, maria } = await carpenterWeek();
    await site.week(maria, FORTY, { class: carpenter });
    await site.facts(maria, paid);
    await site.determination({ modification: '9', from: '2026-03-12' });
    await db.sql`update wage_determinations set modification = '' where modification = '3' and project_id = ${site.project}`;
    await db.sql`update work_classifications set ends_on = '2026-03-10' where id = ${carpenter}`;
    const report = await site.report();
    expect(codes(report)).toEqual(['class_not_in_determination']);
    expect(codes(report, 'warning')).toEqual(
      expect.arrayContaining(['modification_missing', 'class_ended']),
    );
  });

  test('identifying_number_missing, nine_digit_number', async () => {
    const { site, carpenter, maria } = await carpenterWeek();
    await site.week(maria, FORTY, { class: carpenter });
    await site.facts(maria, paid);
    await db.sql`update employees set employee_number = null where id = ${maria}`;
    expect(codes(await site.report())).toEqual(['identifying_number_missing']);
    await db.sql`update employees set employee_number = '123-45-6789' where id = ${maria}`;
    expect(codes(await site.report())).toEqual(['nine_digit_number']);
  });

  test('unfunded_plan gives no credit, and what is missing is paid in cash', async () => {
    const { site, carpenter, maria } = await carpenterWeek();
    const plan = await site.plan(maria, { cost: '5.00', funded: false });
    await site.week(maria, FORTY, { class: carpenter });
    await site.facts(maria, paid);
    const report = await site.report();
    expect(codes(report)).toEqual(['unfunded_plan']);
    expect(cells(report.rows[0])?.slice(1)).toEqual(['0.00', '500.00', '1700.00']);
    await db.sql`update fringe_plans set approval = 'DOL, 2025-11-03' where id = ${plan}`;
    const approved = await site.report();
    expect(codes(approved)).toEqual([]);
    expect(cells(approved.rows[0])?.slice(1)).toEqual(['200.00', '300.00', '1500.00']);
  });

  test('clock_running, rate_missing, cwhssa_unknown, contract_number_missing', async () => {
    const { site, carpenter } = await carpenterWeek({ topUp: false, cwhssa: 'unknown' });
    await db.sql`update public_contracts set contract_number = ' ' where project_id = ${site.project}`;
    const juan = await site.worker('20.00');
    await db.sql`delete from employee_rates where employee_id = ${juan}`;
    await site.week(juan, FORTY, { class: carpenter });
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, project_id, classification_id)
      values (${site.companyId}, ${juan}, ${site.stage.instant('2026-03-14 06:00')}, ${site.project}, ${carpenter})`;
    const report = await site.report();
    expect(codes(report)).toEqual(['clock_running', 'payroll_facts_missing', 'rate_missing']);
    expect(report.rows[0]).toMatchObject({ rate_st: null, gross_project: null });
    expect(codes(report, 'warning')).toEqual(
      expect.arrayContaining(['cwhssa_unknown', 'contract_number_missing']),
    );
  });

  test('over_40_without_overtime: a week that was locked before it was known to be public', async () => {
    const { site, carpenter, maria } = await carpenterWeek({ policy: 'NONE', cwhssa: 'does_not' });
    await site.week(maria, FORTY_FOUR, { class: carpenter });
    await site.lock();
    await db.sql`update public_contracts set cwhssa = 'applies' where project_id = ${site.project}`;
    const report = await site.report();
    expect(codes(report, 'warning')).toContain('over_40_without_overtime');
    expect(report.due[0]).toMatchObject({ short: '60.00', premium: '60.00' });
  });

  test('workweek_differs: the workweek of the company is not the week of the contract', async () => {
    const { site, carpenter, maria } = await carpenterWeek({ weekStart: 0 });
    await site.week(maria, FORTY, { class: carpenter });
    await site.facts(maria, paid);
    expect(codes(await site.report())).toEqual(['workweek_differs']);
  });
});

describe('restitution', () => {
  /** paid as the determination was entered, which was corrected when the week was locked. */
  async function underpaidWeek(topUp: boolean) {
    const site = await CertifiedStage.open(db.sql, { topUp });
    const carpenter = await site.classOf({ base: '31.00', fringe: '12.00' });
    const maria = await site.worker('31.00');
    await site.plan(maria, { cost: '12.00' });
    await site.week(maria, FORTY_FOUR, { class: carpenter });
    await site.lock();
    expect((await site.report()).due).toMatchObject([{ paid: '1954.00', short: '0.00' }]);
    await db.sql`update work_classifications set base_rate = 34.15, fringe_rate = 16.70 where id = ${carpenter}`;
    return { site, maria, carpenter };
  }
  const owedIn = (site: CertifiedStage, who: Person | 'anon' = site.owner) =>
    as(
      db.sql,
      who,
      (
        tx,
      ) => tx`select employee_id, week_end::text as week_end, classes, base_cents::int, fringe_cents::int,
          premium_cents::int, short_cents::int, due_cents::int, paid_cents::int, locked
        from prevailing_wage_owed('2026-02-01', '2026-04-30')`,
    );
  const post = (
    site: CertifiedStage,
    employee: string,
    options: { id?: string; reason?: string; who?: Person | 'anon'; postDate?: string } = {},
  ) =>
    as(
      db.sql,
      options.who ?? site.owner,
      (tx) => tx`select *, base_cents::int, fringe_cents::int, premium_cents::int, amount_cents::int
        from post_restitution(${options.id ?? randomUUID()}, ${employee}, ${site.project}, ${WEEK_END},
          ${options.reason ?? 'Determination MA20260001 was entered with rates of 2025'}, ${options.postDate ?? '2026-03-16'})`,
    );
  const items = (site: CertifiedStage) =>
    db.sql`select amount_cents::int as cents, corrects_pay_code from pay_items
      where company_id = ${site.companyId} and pay_code = 'ADJUSTMENT' order by corrects_date, corrects_pay_code`;

  test.each([true, false])('A-16 with top_up %s: 138.60 + 206.80 + 6.30', async (topUp) => {
    const { site, maria } = await underpaidWeek(topUp);
    const report = await site.report();
    expect(report.due).toEqual([
      {
        employee_id: maria,
        due: '2305.70',
        paid: '1954.00',
        short: '351.70',
        base: '138.60',
        fringe: '206.80',
        premium: '6.30',
      },
    ]);
    expect(cells(report.rows[0])).toEqual(['31.00/46.50', '528.00', '0.00', '1426.00']);
    expect(await owedIn(site)).toMatchObject([
      {
        employee_id: maria,
        week_end: WEEK_END,
        classes: ['Carpenter'],
        base_cents: 13860,
        fringe_cents: 20680,
        premium_cents: 630,
        short_cents: 35170,
        locked: true,
      },
    ]);
    const id = randomUUID();
    const [posted] = await post(site, maria, { id });
    expect(posted).toMatchObject({
      base_cents: 13860,
      fringe_cents: 20680,
      premium_cents: 630,
      amount_cents: 35170,
      created_by: site.owner.userId,
    });
    const stored = await items(site);
    expect(stored.reduce((total, { cents }) => total + cents, 0)).toBe(35170);
    // Posted once, whatever asks again.
    await post(site, maria, { id });
    await expect(post(site, maria)).rejects.toMatchObject({ hint: 'nothing_short' });
    const [owed] = await as(
      db.sql,
      site.owner,
      (tx) =>
        tx`select count(*)::int as count from payroll_adjustments_owed('2026-03-01', '2026-03-31')`,
    );
    expect(owed?.['count']).toBe(0);
    expect(await items(site)).toEqual(stored);
    expect((await site.report()).due).toMatchObject([{ paid: '2305.70', short: '0.00' }]);
    expect(await owedIn(site)).toEqual([]);
  });

  test('is taken back while it is not paid, and then its record stays', async () => {
    const { site, maria } = await underpaidWeek(true);
    const [posted] = await post(site, maria);
    const id = posted?.['id'];
    await expect(
      as(db.sql, site.owner, (tx) => tx`select withdraw_restitution(${id}, ' ')`),
    ).rejects.toMatchObject({ hint: 'reason_required' });
    // Its adjustments change with it only.
    await as(db.sql, site.owner, (tx) => tx`delete from pay_items where restitution_id = ${id}`);
    expect((await items(site)).length).toBeGreaterThan(0);
    await as(db.sql, site.owner, (tx) => tx`select withdraw_restitution(${id}, 'Wrong project')`);
    expect(await items(site)).toEqual([]);
    expect((await owedIn(site))[0]).toMatchObject({ short_cents: 35170 });
    const [record] = await db.sql`select * from restitutions where id = ${id}`;
    expect(record).toMatchObject({
      withdrawn_reason: 'Wrong project',
      withdrawn_by: site.owner.userId,
    });
    await expect(
      as(db.sql, site.owner, (tx) => tx`select record_restitution_payment(${id}, '2026-03-20')`),
    ).rejects.toMatchObject({ hint: 'not_found' });
  });

  test('says when it was paid, and is not taken back then', async () => {
    const { site, maria } = await underpaidWeek(true);
    const [posted] = await post(site, maria);
    const id = posted?.['id'];
    await as(
      db.sql,
      site.owner,
      (tx) => tx`select record_restitution_payment(${id}, '2026-03-20', 'Check 1042')`,
    );
    const [record] =
      await db.sql`select *, paid_on::text as paid_on from restitutions where id = ${id}`;
    expect(record).toMatchObject({ paid_on: '2026-03-20', payment_reference: 'Check 1042' });
    await expect(
      as(db.sql, site.owner, (tx) => tx`select withdraw_restitution(${id}, 'Changed my mind')`),
    ).rejects.toMatchObject({ hint: 'restitution_paid' });
  });

  test('in a file that was handed out it is paid, and is not taken back', async () => {
    const { site, maria } = await underpaidWeek(true);
    const file = (tx: Tx) => tx`select record_payroll_export('2026-03-16', '2026-03-22', 'csv')`;
    await as(db.sql, site.owner, file);
    const withdraw = (id: string) => (tx: Tx) => tx`select withdraw_restitution(${id}, 'Mistake')`;
    const [first] = await post(site, maria);
    // That file was made before.
    await as(db.sql, site.owner, withdraw(first?.['id']));
    const [second] = await post(site, maria);
    await as(db.sql, site.owner, file);
    await expect(as(db.sql, site.owner, withdraw(second?.['id']))).rejects.toMatchObject({
      hint: 'restitution_paid',
    });
    expect(await owedIn(site)).toEqual([]);
  });

  test.each([true, false])(
    'outlives the lock of its week, with top_up %s: what it paid is deducted there, until it is taken back',
    async (topUp) => {
      const { site, maria } = await underpaidWeek(topUp);
      const [posted] = await post(site, maria);
      const before = await items(site);
      const all = async () => {
        const [row] = await db.sql`select sum(total_cents)::int as cents
          from private.payroll_lines_between(${site.companyId}, '2026-03-01', '2026-03-31', ${maria}, null)`;
        return row?.['cents'];
      };
      const paid = await all();
      for (const keep of [false, true]) {
        await as(
          db.sql,
          site.owner,
          (tx) => tx`select unlock_pay_period('2026-03-09', '2026-03-15', 'Look', ${keep})`,
        );
        expect(await all()).toBe(paid);
        expect(
          await db.sql`select sum(amount_cents)::int as cents from pay_items where restitution_id = ${posted?.['id']}`,
        ).toEqual([{ cents: posted?.['amount_cents'] }]);
        await site.lock();
        expect(await all()).toBe(paid);
        expect(await owedIn(site)).toEqual([]);
        expect((await site.report()).due).toMatchObject([{ paid: '2305.70', short: '0.00' }]);
      }
      expect(before.length).toBeGreaterThan(0);
      await as(
        db.sql,
        site.owner,
        (tx) => tx`select unlock_pay_period('2026-03-09', '2026-03-15', 'Look')`,
      );
      await as(
        db.sql,
        site.owner,
        (tx) => tx`select withdraw_restitution(${posted?.['id']}, 'Wrong project')`,
      );
      expect(await items(site)).toEqual([]);
      expect(await all()).toBe(topUp ? paid : paid - posted?.['amount_cents']);
    },
  );

  test('A-16 beside a company whose weeks begin on another day: what was posted is not short again', async () => {
    const { site, maria } = await underpaidWeek(true);
    await db.sql`update companies set week_start = 0 where id = ${site.companyId}`;
    await site.stage.policy('FLSA', { workweek_start_dow: 1 });
    await as(
      db.sql,
      site.owner,
      (tx) =>
        tx`select post_payroll_adjustments('2026-03-09', '2026-03-15', 'Wrong base', '2026-03-16')`,
    );
    expect(await owedIn(site)).toEqual([]);
    await expect(post(site, maria)).rejects.toMatchObject({ hint: 'nothing_short' });
  });

  const owedInPayroll = (site: CertifiedStage) =>
    as(
      db.sql,
      site.owner,
      (tx) =>
        tx`select difference_cents::int as cents from payroll_adjustments_owed('2026-03-01', '2026-03-31')`,
    );

  test('a raise to what restitution has paid is not owed again', async () => {
    const { site, maria } = await underpaidWeek(false);
    await post(site, maria);
    await db.sql`update employee_rates set hourly_rate = 34.15 where employee_id = ${maria}`;
    expect(await owedInPayroll(site)).toEqual([]);
    // One dollar more is 40 hours and 4 at time and a half more.
    await db.sql`update employee_rates set hourly_rate = 35.15 where employee_id = ${maria}`;
    const [owed] = await owedInPayroll(site);
    await as(
      db.sql,
      site.owner,
      (tx) =>
        tx`select post_payroll_adjustments('2026-03-09', '2026-03-15', 'Raise', '2026-03-16')`,
    );
    expect(await owedInPayroll(site)).toEqual([]);
    expect(await owedIn(site)).toEqual([]);
    // Cash above the base counts toward the fringe that restitution paid: only the overtime premium is more.
    expect(owed).toEqual({ cents: 200 });
  });

  test('what was paid beyond the determination and taken back is not short', async () => {
    const { site, carpenter } = await underpaidWeek(true);
    await as(
      db.sql,
      site.owner,
      (tx) => tx`select unlock_pay_period('2026-03-09', '2026-03-15', 'New rates')`,
    );
    await site.lock();
    await db.sql`update work_classifications set base_rate = 31, fringe_rate = 12 where id = ${carpenter}`;
    expect(await owedInPayroll(site)).toEqual([{ cents: -35_170 }]);
    await as(
      db.sql,
      site.owner,
      (tx) =>
        tx`select post_payroll_adjustments('2026-03-09', '2026-03-15', 'Old rates', '2026-03-16')`,
    );
    expect(await owedInPayroll(site)).toEqual([]);
    expect(await owedIn(site)).toEqual([]);
    expect((await site.report()).due).toMatchObject([{ paid: '1954.00', short: '0.00' }]);
  });

  test('refuses without a reason, in a locked period, and where other pay differs too', async () => {
    const { site, maria, carpenter } = await underpaidWeek(true);
    await expect(post(site, maria, { reason: ' ' })).rejects.toMatchObject({
      hint: 'reason_required',
    });
    await expect(post(site, maria, { postDate: '2026-03-12' })).rejects.toMatchObject({
      hint: 'period_locked',
    });
    await db.sql`update public_contracts set top_up = false where company_id = ${site.companyId}`;
    await db.sql`delete from employee_rates where employee_id = ${maria}`;
    await expect(post(site, maria)).rejects.toMatchObject({ hint: 'unknown_pay' });
    await db.sql`update public_contracts set top_up = true where company_id = ${site.companyId}`;
    await site.stage.rate(maria, 31);
    await db.sql`update employee_rates set hourly_rate = 60 where employee_id = ${maria}`;
    await db.sql`update work_classifications set fringe_rate = 40 where id = ${carpenter}`;
    await expect(post(site, maria)).rejects.toMatchObject({ hint: 'adjustments_first' });
    expect(await items(site)).toEqual([]);
    expect(await db.sql`select from restitutions where company_id = ${site.companyId}`).toEqual([]);
  });

  test('a manager does not decide their own where somebody else can', async () => {
    const site = await CertifiedStage.open(db.sql, { topUp: false });
    const carpenter = await site.classOf({ base: '50.00' });
    const manager = await site.hire('manager');
    await site.week(manager.employeeId, FORTY, { class: carpenter });
    await expect(post(site, manager.employeeId, { who: manager })).rejects.toMatchObject({
      hint: 'own_pay_by_others',
    });
    expect(await items(site)).toEqual([]);
    await post(site, manager.employeeId);
    expect(await items(site)).toMatchObject([{ cents: 100000 }]);
  });
});

describe('what an hour is worth', () => {
  const worth = (employee: string, who: Person | 'anon') =>
    as(
      db.sql,
      who,
      (
        tx,
      ) => tx`select rate_reason, required_base::text, required_fringe::text, hourly_rate::text, overtime_rate::text,
          cash::text, plan_credit::text, required_total::text, paid_total::text, minutes, plans
        from hour_values(${employee}, '2026-03-09', '2026-03-15')`,
    );

  test('base, fringe, plans and cash, for the person and the office', async () => {
    const site = await CertifiedStage.open(db.sql);
    const worker = await site.hire('employee');
    const carpenter = await site.classOf({ base: '30.00', fringe: '12.50' });
    await site.usual(worker.employeeId, carpenter, null);
    await site.plan(worker.employeeId, { cost: '3.75', name: 'Health' });
    await site.week(worker.employeeId, FORTY, { class: carpenter });
    const expected = [
      {
        rate_reason: 'topped_up',
        required_base: '30.0000',
        required_fringe: '12.5000',
        hourly_rate: '30.0000',
        overtime_rate: '45.0000',
        cash: '8.7500',
        plan_credit: '3.7500',
        required_total: '42.5000',
        paid_total: '42.5000',
        minutes: 2400,
        plans: [{ name: 'Health', kind: 'health', credit: 3.75 }],
      },
    ];
    expect(await worth(worker.employeeId, worker)).toEqual(expected);
    expect(await worth(worker.employeeId, site.owner)).toEqual(expected);
    const foreman = await site.hire('foreman');
    await expect(worth(worker.employeeId, foreman)).rejects.toMatchObject({ code: '42501' });
    await expect(worth(worker.employeeId, 'anon')).rejects.toMatchObject({ code: '42501' });
    await db.sql`update companies set own_rate_visible = false where id = ${site.companyId}`;
    expect(await worth(worker.employeeId, worker)).toEqual([]);
  });
});

test('foremen, workers, leavers, other companies, kiosks and visitors get no report and pay nothing', async () => {
  const site = await CertifiedStage.open(db.sql, { topUp: false });
  const carpenter = await site.classOf({ base: '50.00' });
  const maria = await site.worker('30.00');
  await site.week(maria, FORTY, { class: carpenter });
  const foreman = await site.hire('foreman');
  const employee = await site.hire('employee');
  const leaver = await site.hire('manager');
  await as(db.sql, site.owner, (tx) => tx`select deactivate_employee(${leaver.employeeId})`);
  const others = await makeCompany(db.sql, 'Others');
  const kiosk = { userId: randomUUID() } as Person;
  await db.sql`insert into auth.users (id, aud, role, is_anonymous) values (${kiosk.userId}, 'authenticated', 'authenticated', true)`;
  const id = randomUUID();
  const attempts: readonly ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => tx`select certified_payroll(${site.project}, ${WEEK_END})`,
    (tx) => tx`select * from certified_payroll_lines(${site.project}, ${WEEK_END})`,
    (tx) => tx`select post_restitution(${id}, ${maria}, ${site.project}, ${WEEK_END}, 'Try')`,
    (tx) => tx`select * from hour_values(${maria}, '2026-03-09', '2026-03-15')`,
  ];
  for (const who of [foreman, employee, leaver, kiosk, others.owner, 'anon'] as const) {
    for (const attempt of attempts) await expect(as(db.sql, who, attempt)).rejects.toBeDefined();
    const seen = await as(
      db.sql,
      who,
      (tx) => tx`select * from prevailing_wage_owed('2026-03-01', '2026-03-31')`,
    ).catch(() => []);
    expect(seen).toEqual([]);
  }
  expect(await db.sql`select from restitutions where company_id = ${site.companyId}`).toEqual([]);
  // Once there is one, only its person and managers read it.
  await as(
    db.sql,
    site.owner,
    (tx) =>
      tx`select post_restitution(${id}, ${maria}, ${site.project}, ${WEEK_END}, 'Rates of 2025', '2026-03-16')`,
  );
  for (const who of [foreman, employee, leaver, kiosk, others.owner] as const) {
    expect(await as(db.sql, who, (tx) => tx`select * from restitutions`)).toEqual([]);
    for (const attempt of [
      (tx: Tx) => tx`select withdraw_restitution(${id}, 'Try')`,
      (tx: Tx) => tx`select record_restitution_payment(${id}, '2026-03-20')`,
    ]) {
      await expect(as(db.sql, who, attempt)).rejects.toBeDefined();
    }
  }
  expect(await db.sql`select paid_on, withdrawn_at from restitutions where id = ${id}`).toEqual([
    { paid_on: null, withdrawn_at: null },
  ]);
});
