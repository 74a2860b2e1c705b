import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FileTemplate } from '@/entities/file-template/template';
import { ACCOUNTING_FORMATS } from '@/features/exports/formats/accounting-systems';
import { templateOf } from '@/features/exports/formats/column-format';
import type { FileData, FileLine } from '@/features/exports/formats/file-data';
import { makePayrollFile } from '@/features/exports/formats/formats';
import { goldenWeek } from '@/features/exports/formats/golden-week.fixture';
import { payLeftOut, reconcile } from '@/features/exports/formats/machine-format';

type Id = keyof typeof ACCOUNTING_FORMATS;
const IDS = Object.keys(ACCOUNTING_FORMATS) as Id[];

/** A holiday and a bonus beside the golden week, and public work at the depot. */
const beside = (payCode: string, minutes: number, cents: number): FileLine => ({
  employeeId: 'maria',
  workDate: '2026-03-13',
  projectId: null,
  costCodeId: null,
  rate: minutes > 0 ? 32.5 : null,
  payCode,
  minutes,
  straightCents: cents,
  premiumCents: 0,
  totalCents: cents,
  origin: null,
});
const lines: FileLine[] = [
  ...goldenWeek.lines.map((line) =>
    line.projectId === 'project-200'
      ? {
          ...line,
          classification: 'Carpenter',
          classificationCode: 'CARP0001',
          origin: line.origin && { ...line.origin, certified: true },
        }
      : line,
  ),
  beside('HOLIDAY', 480, 26_000),
  beside('BONUS_D', 0, 10_000),
];
const TOTAL_CENTS = 153_189 + 36_000;

/** With what most customers have, and codes for the holiday and the bonus. */
function week(
  id: Id,
  more: Record<string, string> = {},
  changes: Partial<FileData> = {},
): FileData {
  const presets = ACCOUNTING_FORMATS[id].settings.flatMap(({ name, preset }) =>
    preset ? [[name, preset]] : [],
  );
  const settings = {
    ...goldenWeek.settings,
    ...Object.fromEntries(presets),
    companyCode: '1',
    projectTask: 'LABOR',
    code_HOLIDAY: 'H',
    code_BONUS_D: 'B',
    ...more,
  };
  return { ...goldenWeek, lines, ...changes, settings };
}
function made(id: Id, data: FileData) {
  const outcome = makePayrollFile(id, data);
  if (outcome.kind !== 'file') throw new Error(JSON.stringify(outcome));
  return outcome;
}
const own = (id: Id, change: (template: FileTemplate) => Partial<FileTemplate>) => {
  const template = templateOf(
    ACCOUNTING_FORMATS[id].preset ?? expect.fail('no preset'),
    goldenWeek.settings,
  );
  return { template: JSON.stringify({ ...template, ...change(template) }) };
};
/** Numbers under a heading; files without headings have theirs in the template. */
function column(id: Id, text: string, heading: string): string[] {
  const { columns, heading: hasHeading } = templateOf(
    ACCOUNTING_FORMATS[id].preset ?? expect.fail('no preset'),
    {},
  );
  const at = columns.findIndex(({ header }) => header === heading);
  const rows = text
    .trimEnd()
    .split('\r\n')
    .slice(hasHeading ? 1 : 0);
  return rows.map((row) => row.split(',')[at] ?? '');
}
const HOURS: Record<Id, string> = {
  'sage-300': 'Units',
  'sage-100': 'payhrs',
  spectrum: 'Hours',
  vista: 'Hours',
  foundation: 'Hours',
  computerease: 'Hours',
  acumatica: 'Time Spent',
};

describe('each system', () => {
  it.each(IDS)('%s is its sample, byte for byte', async (id) => {
    const sample = new URL(`../../../../docs/samples/${id}.csv`, import.meta.url);
    expect(made(id, week(id)).text).toBe(readFileSync(sample, 'utf8'));
  });

  it.each(IDS)('%s has all hours of the lines and the total of the screen', (id) => {
    const data = week(id);
    const minutes = 40 * 60 + 440 + 480;
    const hours = column(id, made(id, data).text, HOURS[id]);
    const sum = hours.reduce((all, cell) => {
      const [whole = '0', clock] = cell.split(':');
      return (
        all +
        (clock === undefined ? Math.round(Number(whole) * 100) : Number(whole) * 60 + Number(clock))
      );
    }, 0);
    expect(sum).toBe(id === 'acumatica' ? minutes : Math.round((minutes * 100) / 60));
    const figures = reconcile(ACCOUNTING_FORMATS[id], data);
    expect(figures.screenCents).toBe(TOTAL_CENTS);
    expect(
      figures.hoursCents + figures.otherCents + figures.leftOutCents + figures.roundingCents,
    ).toBe(TOTAL_CENTS);
    // A hundredth of an hour of overtime at most, because the hours of the lines add up.
    for (const { cents } of figures.rounding) expect(Math.abs(cents)).toBeLessThanOrEqual(49);
    expect(figures.rounding.reduce((sum, { cents }) => sum + cents, 0)).toBe(figures.roundingCents);
  });

  it.each(IDS)('%s names what has no place in it', (id) => {
    const codes = payLeftOut(ACCOUNTING_FORMATS[id], week(id)).map(({ payCode }) => payCode);
    const takesAmounts = ['sage-300', 'vista', 'foundation', 'computerease'].includes(id);
    expect(codes.includes('BONUS_D')).toBe(!takesAmounts);
  });

  it.each(IDS)('%s stops for who has no ID there', (id) => {
    const people = goldenWeek.people.map((person) => ({ ...person, externalIds: {} }));
    expect(makePayrollFile(id, week(id, {}, { people }))).toMatchObject({ kind: 'missing-ids' });
  });

  it('a job without a number stops the file instead of losing its cost', () => {
    const projects = {
      ...goldenWeek.projects,
      'project-200': { number: null, name: 'Depot', client: null },
    };
    expect(makePayrollFile('foundation', week('foundation', {}, { projects }))).toEqual({
      kind: 'lacking',
      items: ['Depot'],
    });
  });
});

describe("a company's own columns", () => {
  it('order, dates, codes, padding, quotes, line ends and headings as its import wants them', () => {
    const settings = own('foundation', () => ({
      separator: ';',
      quotes: 'all',
      lineEnd: 'lf',
      columns: [
        { header: 'When', value: "format(work_date, 'YYYYMMDD')" },
        { header: 'Who', value: 'pad(employee_id, 8)' },
        {
          header: 'Job; part',
          value: "if(worked, concat(project_number, '-', part(cost_code, ' ', 2)), '')",
        },
        { header: 'Craft', value: "map(classification, 'Carpenter', 'C', '')" },
        { header: 'Code', value: 'pay_id' },
        { header: 'Hours', value: 'hours' },
      ],
    }));
    const rows = made('foundation', week('foundation', settings)).text.split('\n');
    expect(rows.slice(0, 2)).toEqual([
      '"When";"Who";"Job; part";"Craft";"Code";"Hours"',
      '"20260309";"00000101";"P100-10";;"R";"5.00"',
    ]);
    expect(rows[4]).toBe('"20260311";"00000101";"P200-74";"C";"R";"9.55"');
  });

  it('without amounts and rates the rest is named', () => {
    const settings = own('sage-300', ({ columns }) => ({
      columns: columns.filter(({ header }) => header !== 'Amount' && header !== 'Rate'),
    }));
    const left = payLeftOut(ACCOUNTING_FORMATS['sage-300'], week('sage-300', settings));
    expect(left.map(({ kind }) => kind)).toEqual(['rates', 'BONUS_D']);
  });

  it('no file without who, how long and as what', () => {
    const settings = own('vista', ({ columns }) => ({
      columns: columns.filter(({ header }) => header !== 'Hours' && header !== 'Employee'),
    }));
    expect(makePayrollFile('vista', week('vista', settings))).toEqual({
      kind: 'missing-columns',
      fields: ['employee_id', 'hours'],
    });
  });

  it('a column that cannot be worked out stops the file with its reason', () => {
    const settings = own('vista', ({ columns }) => ({
      columns: [...columns, { header: 'Shoes', value: 'shoe_size' }],
    }));
    expect(makePayrollFile('vista', week('vista', settings))).toMatchObject({
      kind: 'bad-columns',
      faults: [{ code: 'unknown_field', about: 'shoe_size' }],
    });
  });

  it('formulas, line breaks, long texts and letters the encoding lacks are refused by name', () => {
    const costCodes = { ...goldenWeek.costCodes, '06 10 00': { code: '=1+1', name: 'x' } };
    expect(makePayrollFile('vista', week('vista', {}, { costCodes }))).toEqual({
      kind: 'bad-fields',
      fields: ['=1+1'],
    });
    const long = {
      ...goldenWeek.projects,
      'project-100': { number: 'P1234567890', name: 'A', client: null },
    };
    expect(makePayrollFile('vista', week('vista', {}, { projects: long }))).toEqual({
      kind: 'bad-fields',
      fields: ['P1234567890'],
    });
    const named = { ...goldenWeek.costCodes, '06 16 00': { code: '06 16 00', name: '木' } };
    const settings = own('foundation', ({ columns }) => ({
      encoding: 'windows-1252',
      columns: [...columns, { header: 'Name', value: 'cost_code_name' }],
    }));
    expect(
      makePayrollFile('foundation', week('foundation', settings, { costCodes: named })),
    ).toEqual({ kind: 'bad-fields', fields: ['木'] });
    expect(made('foundation', week('foundation', settings)).encoding).toBe('windows-1252');
  });

  it('what is no template is not taken for one', () => {
    const text = made('vista', week('vista')).text;
    for (const template of ['{', '[]', '{"columns":[]}', 'null'])
      expect(made('vista', week('vista', { template })).text).toBe(text);
  });
});
