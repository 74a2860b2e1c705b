import {
  fullName,
  leaveHours,
  type PayrollRow,
  type RecordedExport,
  rarePayIn,
  ratesText,
  restOfPay,
} from '@/features/exports/payroll-record';
import { type CsvValue, csvText } from '@/lib/files/csv';

/** At least two decimals, a rate's third and fourth only where it has them. */
const rateText = (rate: number): string => rate.toFixed(4).replace(/0{1,2}$/, '');

const HEADER = ['Name', 'Hours', 'Rate', 'Earnings'];
const SPLIT = [
  'Regular hours',
  'Overtime hours',
  'Double time hours',
  'Time off hours',
  'Regular pay',
  'Overtime pay',
  'Double time pay',
  'Time off pay',
  'Premiums',
  'Other pay',
];

// Figures as text would be quoted or defused; these are plain numbers in fixed notation.
const fixed = (value: number | null): CsvValue => ({
  fixed: value === null ? '0' : value.toFixed(2),
});

const RARE = { fringe_pay: 'Cash in lieu of fringe', reimbursed_pay: 'Reimbursed' };

/** What the earnings are made of: the amounts add up to them, with cash in lieu where there is any. */
function split(row: PayrollRow, leave: number): CsvValue[] {
  return [
    row.regular_hours,
    row.overtime_hours,
    row.double_time_hours,
    leave,
    row.regular_pay,
    row.overtime_pay,
    row.double_time_pay,
    row.leave_pay,
    row.premium_pay,
    restOfPay(row),
  ].map(fixed);
}

/** `Name,Hours,Rate,Earnings` and what they are made of, a line per employee; a missing rate or amount is 0. */
export function payrollCsv({
  summary,
  lines,
  settings,
}: Pick<RecordedExport['rows'], 'summary' | 'lines' | 'settings'>): string {
  const isSplit = settings.version >= 4;
  const leave = isSplit ? leaveHours(summary) : [];
  const rare = rarePayIn(summary);
  const rows = summary.map((row, place) => [
    fullName(row),
    fixed(row.total_hours),
    { fixed: ratesText(row, lines, rateText) ?? '0' },
    fixed(row.total_earnings),
    ...(isSplit ? split(row, leave[place] ?? 0) : []),
    ...rare.map((name) => fixed(row[name] ?? null)),
  ]);
  const header = isSplit ? [...HEADER, ...SPLIT] : HEADER;
  return csvText([[...header, ...rare.map((name) => RARE[name])], ...rows]);
}
