import { describe, expect, it } from 'vitest';
import { sage300, spectrum } from '@/features/exports/formats/accounting-systems';
import { adpRun } from '@/features/exports/formats/adp-run';
import { adpWfn } from '@/features/exports/formats/adp-wfn';
import type { FileData, FileLine } from '@/features/exports/formats/file-data';
import { makePayrollFile } from '@/features/exports/formats/formats';
import { goldenWeek } from '@/features/exports/formats/golden-week.fixture';
import { gusto } from '@/features/exports/formats/gusto';
import {
  type MachineFormat,
  payLeftOut,
  reconcile,
} from '@/features/exports/formats/machine-format';
import { paychexSpi } from '@/features/exports/formats/paychex-spi';
import { quickbooksIif } from '@/features/exports/formats/quickbooks-iif';

const [person] = goldenWeek.people as [FileData['people'][number]];
const ids = {
  adp_run_id: '101',
  adp_file_number: '000101',
  gusto_employee_id: '5G9934',
  paychex_worker_id: '101',
  quickbooks_name: 'Lopez, Maria',
  sage_employee: '101',
  spectrum_employee: '101',
};

const line = (payCode: string, day: string, minutes: number, cents: number): FileLine => ({
  employeeId: 'maria',
  workDate: `2026-03-${day}`,
  projectId: minutes > 0 && payCode === 'REG' ? 'project-100' : null,
  costCodeId: payCode === 'REG' ? '06 10 00' : null,
  rate: minutes > 0 ? 32.5 : null,
  payCode,
  minutes,
  straightCents: cents,
  premiumCents: 0,
  totalCents: cents,
  origin: null,
});

/** A week with a holiday: 24 hours worked, 8 of holiday, 8 of vacation, a bonus and mileage. */
const lines = [
  line('REG', '09', 480, 26_000),
  line('REG', '10', 480, 26_000),
  line('REG', '11', 480, 26_000),
  line('HOLIDAY', '12', 480, 26_000),
  line('PTO', '13', 480, 26_000),
  line('BONUS_D', '13', 0, 10_000),
  line('MILEAGE', '13', 0, 1234),
];
const TOTAL = 4 * 26_000 + 26_000 + 10_000 + 1234;

const SETTINGS = {
  iid: 'R1ABC',
  companyCode: 'ABC',
  batch: 'WK260315',
  department: '10',
  costType: 'L',
  clientId: '123',
  companyName: 'Acme',
  companyCreateTime: '1243092298',
  regularCode: 'R',
  overtimeCode: 'O',
  doubleCode: 'D',
  code_HOLIDAY: 'H',
  code_PTO: 'V',
  code_BONUS_D: 'BON',
  code_MILEAGE: 'MIL',
};
const data = (settings: Record<string, string> = SETTINGS, own = lines): FileData => ({
  ...goldenWeek,
  people: [{ ...person, externalIds: ids, rates: [[32.5]] }],
  lines: own,
  settings,
});

const FORMATS: Record<string, MachineFormat> = {
  'adp-run': adpRun,
  'adp-wfn': adpWfn,
  gusto,
  'paychex-spi': paychexSpi,
  'quickbooks-iif': quickbooksIif,
  'sage-300': sage300,
  spectrum,
};

function textOf(id: string, own: FileData): string {
  const outcome = makePayrollFile(id as 'adp-run', own);
  if (outcome.kind !== 'file') throw new Error(JSON.stringify(outcome));
  return outcome.text;
}

describe('leave, holidays and other pay', () => {
  it.each([
    [
      'adp-run',
      ['101,H,8.00,,0,,BASE', '101,V,8.00,,0,,BASE', '101,BON,,100.00,0,,', '101,MIL,,12.34,0,,'],
    ],
    [
      'adp-wfn',
      [
        'ABC,WK260315,000101,,,,,H,8.00,,,32.5000,,',
        'ABC,WK260315,000101,,,,,V,8.00,,,32.5000,,',
        'ABC,WK260315,000101,,,,,,,,,,BON,100.00',
        'ABC,WK260315,000101,,,,,,,,,,MIL,12.34',
      ],
    ],
    ['paychex-spi', ['123,101,,,H,32.5000,,8.00,,,,,,,,', '123,101,,,BON,,,,,,100.00,,,,,']],
    ['sage-300', ['3/12/2026,101,,,,,,,,H,8,32.5,260.00,', '3/13/2026,101,,,,,,,,BON,,,100.00,']],
    ['spectrum', ['WK260315,101,10,H,8.00,,,,03/12/26,', 'WK260315,101,10,V,8.00,,,,03/13/26,']],
    ['quickbooks-iif', ['TIMEACT\t03/12/26\t\tLopez, Maria\t\tH\t8:00\t\t\tY\t0']],
  ])('%s has them under the codes of the customer', (id, expected) => {
    const rows = textOf(id, data()).split('\r\n');
    for (const row of expected) expect(rows.some((each) => each.endsWith(row))).toBe(true);
  });

  it.each(Object.keys(FORMATS))('%s and what it leaves out are the total of the screen', (id) => {
    const format = FORMATS[id] as MachineFormat;
    for (const settings of [SETTINGS, { ...SETTINGS, code_PTO: '', code_BONUS_D: '' }]) {
      const own = data(settings);
      const figures = reconcile(format, own);
      expect(figures.screenCents).toBe(TOTAL);
      expect(
        figures.hoursCents + figures.otherCents + figures.leftOutCents + figures.roundingCents,
      ).toBe(TOTAL);
      expect(Math.abs(figures.roundingCents)).toBeLessThanOrEqual(lines.length);
      expect(figures.leftOutCents).toBe(
        payLeftOut(format, own).reduce((sum, { cents }) => sum + (cents ?? 0), 0),
      );
    }
  });

  it('adds up in the files themselves', () => {
    const cells = (text: string, column: number) =>
      text
        .split('\r\n')
        .map((row) => Number(row.split(',')[column] || 0))
        .filter((value) => !Number.isNaN(value))
        .reduce((sum, value) => sum + value, 0);
    const run = textOf('adp-run', data());
    // Hours at the rate on file, and dollars.
    expect(Math.round((cells(run, 6) * 32.5 + cells(run, 7)) * 100)).toBe(TOTAL);
    expect(Math.round(cells(textOf('sage-300', data()), 12) * 100)).toBe(TOTAL);
  });

  it('leave at another rate than the one on file is no hours there, but an amount or by hand', () => {
    const raised = lines.map((one) =>
      one.payCode === 'PTO' ? { ...one, rate: 30, straightCents: 24_000, totalCents: 24_000 } : one,
    );
    expect(textOf('adp-run', data(SETTINGS, raised))).toContain('101,V,,240.00,0,,');
    expect(payLeftOut(spectrum, data(SETTINGS, raised)).map(({ payCode }) => payCode)).toContain(
      'PTO',
    );
    expect(textOf('paychex-spi', data(SETTINGS, raised))).toContain('101,,,V,30.0000,,8.00');
  });

  it('without codes nothing of them is in the file, and all of it is named with its hours', () => {
    const bare = Object.fromEntries(
      Object.entries(SETTINGS).filter(([name]) => !name.startsWith('code_')),
    );
    expect(payLeftOut(adpRun, data(bare))).toMatchObject([
      { payCode: 'HOLIDAY', minutes: 480, cents: 26_000 },
      { payCode: 'PTO', minutes: 480 },
      { payCode: 'BONUS_D', minutes: 0, cents: 10_000 },
      { payCode: 'MILEAGE', minutes: 0, cents: 1234 },
    ]);
    expect(textOf('adp-wfn', data(bare)).split('\r\n')[0]).not.toContain('Earnings 3');
  });
});

it.each(['adp-run', 'adp-wfn'])('%s has one row for all days of an adjustment', (id) => {
  const raise = ['09', '10', '11'].map((day, place) => line('ADJUSTMENT', day, 0, 1001 + place));
  const own = data({ ...SETTINGS, adjustmentCode: 'ADJ' }, [...lines, ...raise]);
  const adjusted = (made: FileData) =>
    textOf(id, made)
      .split('\r\n')
      .filter((row) => row.includes('ADJ'));
  expect(adjusted(own)).toHaveLength(1);
  expect(adjusted(own)[0]).toContain('30.06');
  // A file of an earlier version is made again as it was.
  expect(adjusted({ ...own, version: 3 })).toHaveLength(3);
});
