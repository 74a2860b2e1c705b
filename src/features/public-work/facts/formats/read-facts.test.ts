import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { factLines, netDifference } from '@/features/public-work/facts/fact-line';
import { chooseRoles } from '@/features/public-work/facts/formats/choose-roles';
import { centsIn } from '@/features/public-work/facts/formats/money';
import { readFacts } from '@/features/public-work/facts/formats/read-facts';
import { toGrid } from '@/features/public-work/facts/read-file';
import type { IsoDate } from '@/lib/format';

const read = (
  name: string,
  remembered: Record<string, string> = {},
  weekEnd: IsoDate | null = null,
) => {
  const text = readFileSync(path.join(import.meta.dirname, '../samples', `${name}.csv`), 'utf8');
  const { grid, cut } = toGrid(text);
  const table = readFacts(grid);
  if (!table) throw new Error('no table');
  const roles = chooseRoles(table, remembered);
  return {
    table,
    cut,
    roles: Object.fromEntries(table.headings.map((heading, at) => [heading, roles[at]])),
    lines: factLines(table, roles, { weekEnd, paidOn: null, endsOn: 0 }),
  };
};

/** Vector A-14d of docs/rules/public-work.md, as a payroll system has it. */
const A_14D = {
  gross_all: 136_774,
  federal_tax: 12_000,
  state_tax: 4_500,
  fica: 8_480,
  medicare: 1_983,
  net: 107_311,
};
const BEN = {
  gross_all: 80_000,
  federal_tax: 5_000,
  state_tax: 3_000,
  fica: 4_960,
  medicare: 1_160,
};
const DATES = { weekEnd: '2026-11-15', paidOn: '2026-11-20', problem: null };

test('Gusto: every section of the journal, without its summary and totals', () => {
  const { table, lines } = read('gusto-journal');
  expect(table.source).toBe('gusto');
  expect(lines).toMatchObject([
    {
      name: 'Ana Ortiz',
      ...DATES,
      amounts: { ...A_14D, reimbursement: 4_000 },
      other: [{ name: 'Safety boots', cents: 2_500 }],
      lines: [14],
    },
    {
      name: 'Ben Stone',
      ...DATES,
      amounts: { ...BEN, net: 63_520 },
      other: [
        { name: 'CO FAMLI', cents: 360 },
        { name: '401(k)', cents: 2_000 },
      ],
    },
    { name: 'Zoe Quinn', problem: null, periodStart: expect.any(String) },
  ]);
  expect(lines.slice(0, 2).map(netDifference)).toEqual([0, 0]);
});

test('Gusto: a flat file by its headings; a check number without its zeros', () => {
  const { table, lines } = read('gusto-flat');
  expect(table.source).toBe('gusto');
  expect(lines).toMatchObject([
    {
      name: 'Ana Ortiz',
      ...DATES,
      checkNumbers: ['120045'],
      amounts: { gross_all: 136_774, net: 112_311 },
      other: [{ name: 'Union dues', cents: 2_000 }],
    },
  ]);
});

test('Paychex: lines by pay component are one line for each check, by the id of the worker', () => {
  const { table, roles, lines } = read('paychex-lines', {}, '2026-11-15');
  expect(table.source).toBe('paychex');
  expect(roles).toMatchObject({
    Regular: 'earnings',
    Overtime: 'earnings',
    'Safety Boots': 'other',
  });
  expect(lines).toMatchObject([
    {
      name: '17',
      workerKey: '17',
      weekEnd: '2026-11-15',
      checkNumbers: ['4711'],
      amounts: A_14D,
      other: [{ name: 'Safety Boots', cents: 2_500 }],
    },
    { workerKey: '22', amounts: { ...BEN, net: 65_880 }, other: [] },
  ]);
  expect(lines.map(netDifference)).toEqual([0, 0]);
});

test('Paychex: the register, under its title and over its total', () => {
  const { table, lines } = read('paychex-register');
  expect(table.source).toBe('paychex');
  expect(lines).toMatchObject([
    {
      name: 'Ortiz, Ana M.',
      ...DATES,
      checkNumbers: ['4711'],
      amounts: A_14D,
      other: [{ name: 'Garnishment', cents: 2_500 }],
    },
    { name: 'Stone, Ben', amounts: { ...BEN, net: 65_880 } },
  ]);
});

test('ADP: two checks of a week are one line; numbers of people are cut to four digits', () => {
  const { table, lines, roles, cut } = read('adp');
  expect(table.source).toBe('adp');
  expect(cut).toBe(3);
  expect(JSON.stringify(table)).not.toMatch(/123-?45|987-?65/);
  expect(roles).toMatchObject({
    'WORKED IN STATE': 'ignored',
    'FEDERAL INCOME - EMPLOYEE TAXABLE': 'ignored',
    'MEMO : KM-401K SH MATCH': 'ignored',
    'REGULAR EARNINGS': 'ignored',
    'TAX ID': 'last_four',
  });
  expect(lines).toMatchObject([
    {
      name: 'Ortiz, Ana',
      number: '000017',
      lastFour: '6789',
      ...DATES,
      checkNumbers: ['4711', '4719'],
      amounts: {
        gross_all: 146_774,
        federal_tax: 13_000,
        state_tax: 4_900,
        fica: 9_100,
        medicare: 2_128,
        sdi: 300,
        net: 115_146,
      },
      other: [
        { name: 'Family leave insurance', cents: 200 },
        { name: 'Vision', cents: 1_250 },
        { name: 'Support', cents: 750 },
      ],
      lines: [2, 3],
    },
    { name: 'Stone, Ben', lastFour: '4321', amounts: { ...BEN, net: 65_880 } },
  ]);
  expect(lines.map(netDifference)).toEqual([0, 0]);
});

test('ADP RUN: payroll detail, whose week the person says', () => {
  const { table, lines } = read('adp-run', {}, '2026-11-15');
  expect(table.source).toBe('adp');
  expect(lines).toMatchObject([
    { name: 'Ana Ortiz', number: '17', ...DATES, amounts: { ...A_14D, net: 109_811 } },
  ]);
  expect(read('adp-run').lines).toMatchObject([{ problem: 'no_week' }]);
});

test('QuickBooks: a summary with people across is turned around, and minus signs are deductions', () => {
  const { table, lines } = read('quickbooks-summary', {}, '2026-11-15');
  expect(table.source).toBe('quickbooks');
  expect(lines).toMatchObject([
    { name: 'Ortiz, Ana M', amounts: A_14D, other: [{ name: 'Union dues', cents: 2_500 }] },
    { name: 'Stone, Ben', amounts: { ...BEN, net: 65_880 }, other: [] },
  ]);
  expect(lines.map(netDifference)).toEqual([0, 0]);
});

test('QuickBooks: payroll details with the period in one cell', () => {
  const { table, lines } = read('quickbooks-details');
  expect(table.source).toBe('quickbooks');
  expect(lines).toMatchObject([
    {
      name: 'Ortiz, Ana',
      ...DATES,
      amounts: A_14D,
      other: [{ name: 'Child Support', cents: 2_500 }],
    },
    { name: 'Stone, Ben', checkNumbers: ['4712'], amounts: { ...BEN, net: 65_880 } },
  ]);
});

test('Sage 300: time cards carry no money; a check listing does', () => {
  expect(read('sage-timecards').table).toMatchObject({ source: 'sage', hoursOnly: true });
  const { table, lines } = read('sage-checks');
  expect(table).toMatchObject({ source: 'sage', hoursOnly: false });
  expect(lines).toMatchObject([
    { name: 'Ana Ortiz', ...DATES, amounts: A_14D, other: [{ name: 'Union Dues', cents: 2_500 }] },
  ]);
});

test('any other file: what is not known is undecided, and as it was chosen the next time', () => {
  const first = read('other');
  expect(first.table.source).toBe('other');
  expect(first.roles).toMatchObject({ Withheld: null, Soc: null, Shirt: null, 'Paid out': null });
  const chosen = {
    'Crew member': 'employee',
    Paid: 'paid_on',
    Wages: 'gross_all',
    Withheld: 'federal_tax',
    Soc: 'fica',
    Med: 'medicare',
    Shirt: 'other',
    'Paid out': 'net',
  };
  expect(read('other', chosen).lines).toMatchObject([
    {
      name: 'Ana Ortiz',
      ...DATES,
      amounts: { gross_all: 100, federal_tax: 10, fica: 20, medicare: 5, net: 40 },
      other: [{ name: 'Shirt', cents: 25 }],
    },
  ]);
});

test('lines that cannot be imported say why', () => {
  const { grid } = toGrid(
    [
      'Employee,Period start,Period end,Gross pay,Federal tax,Net pay',
      'Ana Ortiz,11/09/2026,11/13/2026,100,10,90',
      'Ben Stone,,11/13/2026,100,10,90',
      'Cyd Lee,11/08/2026,11/14/2026,100,10,90',
      'Dee Moe,11/02/2026,11/15/2026,100,10,90',
      'Eve Fox,x,11/15/2026,100,10,90',
      'Fay Gil,11/09/2026,11/15/2026,100,ten,90',
      'Gus Hay,11/09/2026,11/15/2026,-100,10,90',
      ',11/09/2026,11/15/2026,100,10,90',
      'Ana Ortiz,11/09/2026,11/13/2026,100,10,90',
      'Hal Ivy,11/09/2026,11/15/2026,100,10,95',
    ].join('\n'),
  );
  const table = readFacts(grid);
  if (!table) throw new Error('no table');
  const roles = [
    'employee',
    'period_start',
    'week_end',
    'gross_all',
    'federal_tax',
    'net',
  ] as const;
  const lines = factLines(table, roles, { weekEnd: null, paidOn: null, endsOn: 0 });
  expect(lines.map(({ problem }) => problem)).toEqual([
    null,
    'week_wrong',
    null,
    null,
    'date_wrong',
    'amount_wrong',
    'negative',
    'no_person',
    'twice',
    null,
  ]);
  expect(netDifference(lines[9] as never)).toBe(500);
  // Whether the company has such a pay period is for the database to say.
  expect(lines.slice(0, 4).map(({ periodStart, weekEnd }) => [periodStart, weekEnd])).toEqual([
    [null, '2026-11-15'],
    [null, null],
    ['2026-11-08', '2026-11-14'],
    ['2026-11-02', '2026-11-15'],
  ]);
});

test.each([
  ['1,234.50', 123_450],
  ['$1,234.5', 123_450],
  ['(12.00)', -1_200],
  ['-0.01', -1],
  ['12.00-', -1_200],
  ['.5', 50],
  ['0.005', 1],
  ['', null],
  ['-', null],
  ['ten', undefined],
  ['1.2.3', undefined],
  ['(12', undefined],
])('%s is %s cents', (text, cents) => {
  expect(centsIn(text)).toBe(cents);
});
