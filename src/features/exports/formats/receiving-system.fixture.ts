import type { FormatId } from '@/features/exports/formats/format-ids';
import type { RecordedPerson } from '@/features/exports/payroll-record';

/** A column by its heading, or by its place where the layout has no headings. */
type Column = string | number;

interface Layout {
  who: Column;
  /** What the hours are, or the column that says it, and the column of the hours. */
  hours: readonly (readonly [code: Column | { always: string }, hours: Column])[];
  rate?: Column;
  /** Which of the rates on file is meant; without it the general one. */
  rateName?: Column;
  amount?: Column;
  /** Lines before the headings or, without headings, before the rows. */
  skip?: number;
  separator?: '\t';
}

const ALWAYS = { regular: { always: 'REG' }, overtime: { always: 'OT' }, double: { always: 'DT' } };

const LAYOUTS: Record<FormatId, Layout> = {
  generic: { who: 'employee_no', hours: [], amount: 'total_pay' },
  'quickbooks-iif': { who: 3, hours: [[5, 6]], skip: 3, separator: '\t' },
  'adp-wfn': {
    who: 'File #',
    hours: [
      [ALWAYS.regular, 'Reg Hours'],
      [ALWAYS.overtime, 'O/T Hours'],
      ['Hours 3 Code', 'Hours 3 Amount'],
    ],
    rate: 'Temp Rate',
    amount: 'Earnings 3 Amount',
  },
  'adp-run': {
    who: 'Employee ID',
    hours: [['Earnings Code', 'Pay Hours']],
    rateName: 'Rate Code',
    amount: 'Dollars',
    skip: 1,
  },
  gusto: {
    who: 'gusto_employee_id',
    hours: [
      [ALWAYS.regular, 'regular_hours'],
      [ALWAYS.overtime, 'overtime_hours'],
      [ALWAYS.double, 'double_overtime_hours'],
    ],
    rateName: 'title',
  },
  'paychex-spi': {
    who: 'Worker ID',
    hours: [['Pay Component', 'Hours']],
    rate: 'Rate',
    amount: 'Amount',
  },
  'sage-300': { who: 1, hours: [[9, 10]], rate: 11, amount: 12 },
  'sage-100': { who: 'empnum', hours: [['paytyp', 'payhrs']], rate: 'payrte' },
  spectrum: { who: 1, hours: [[3, 4]] },
  vista: { who: 1, hours: [[12, 14]], rate: 15, amount: 16 },
  foundation: {
    who: 'Employee No',
    hours: [['Earn Code', 'Hours']],
    rate: 'Rate',
    amount: 'Amount',
  },
  computerease: { who: 'Employee', hours: [['Pay Type', 'Hours']], amount: 'Amount' },
  acumatica: { who: 'Employee', hours: [['Earning Type', 'Time Spent']] },
};

/** Whatever the customer calls them; pay of any other code has no multiplier. */
export const HOUR_CODES = { regularCode: 'REG', overtimeCode: 'OT', doubleCode: 'DT' };
/** Spectrum's pay types are one letter. */
export const SHORT_HOUR_CODES = { regularCode: 'R', overtimeCode: 'O', doubleCode: 'D' };
const MULTIPLIERS: Record<string, number> = { OT: 150, O: 150, DT: 200, D: 200 };

/** Cells of a line; no test of this needs quotes inside quotes. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map((cell) => cell[1] ?? cell[2] ?? '');

/** Hours by hundredths, or by minutes where they are written `7:30`. */
function partsOfHour(text: string): [count: number, ofAnHour: number] {
  const [hours = '', minutes] = text.split(':');
  return minutes === undefined
    ? [Math.round(Number(hours) * 100), 100]
    : [Number(hours) * 60 + Number(minutes), 60];
}

/** The rates a payroll system has on file at the end of a period, the general one first. */
export function ratesOnFile(person: RecordedPerson, end: string): number[] {
  const uses = new Map([['', 0]]);
  for (const rate of person.rates.toSorted((a, b) =>
    a.effective_from.localeCompare(b.effective_from),
  )) {
    if (rate.effective_from > end) continue;
    uses.set(`${rate.project_id ?? ''}${rate.cost_code_id ?? ''}`, rate.hourly_rate);
  }
  return [...uses.values()];
}

/** `RATE_3` and `Title 3` are the third. */
const rateNumber = (name: string): number => Number(/\d+$/.exec(name)?.[0] ?? 1);

/**
 * What the system a file is for pays each person from that file alone, in cents: amounts as told,
 * hours at the rate told, else at the one on file.
 */
export function paidByReceiver(
  id: FormatId,
  text: string,
  onFile: (who: string) => readonly number[],
): Map<string, number> {
  const { who, hours, rate, rateName, amount, skip = 0, separator = ',' } = LAYOUTS[id];
  const lines = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .slice(skip)
    .map((line) => (separator === ',' ? cellsOf(line) : line.split(separator)));
  const headings = typeof who === 'string' ? (lines.shift() ?? []) : [];
  const paid = new Map<string, number>();
  for (const row of lines) {
    const cell = (column: Column | undefined): string =>
      column === undefined
        ? ''
        : (row[typeof column === 'number' ? column : headings.indexOf(column)] ?? '');
    const person = cell(who).replace(/^0+/, '');
    const pay = (cents: number) => paid.set(person, (paid.get(person) ?? 0) + cents);
    if (cell(amount) !== '') {
      pay(Math.round(Number(cell(amount)) * 100));
      continue;
    }
    const known = onFile(person)[rateName === undefined ? 0 : rateNumber(cell(rateName)) - 1] ?? 0;
    const rateE4 = Math.round((cell(rate) === '' ? known : Number(cell(rate))) * 10_000);
    for (const [code, column] of hours) {
      const [count, ofAnHour] = partsOfHour(cell(column));
      const name = typeof code === 'object' ? code.always : cell(code);
      const multiplier = MULTIPLIERS[name] ?? 100;
      pay(Math.floor((2 * count * rateE4 * multiplier + ofAnHour * 1e4) / (ofAnHour * 2e4)));
    }
  }
  return paid;
}
