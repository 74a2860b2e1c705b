import { isWorked, type RecordVersion } from '@/features/exports/formats/file-data';
import { FORMAT_IDS } from '@/features/exports/formats/format-ids';
import { decimalHours, hundredthsOf } from '@/lib/decimal-hours';
import type { Language } from '@/lib/languages';

/** Made for people to read; the others are read by programs. */
export const SHEET_FORMATS = ['csv', 'pdf', 'excel'] as const;
export const EXPORT_FORMATS = [...SHEET_FORMATS, ...FORMAT_IDS] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** One employee in the range, as `generate_payroll_export_data` gives it. */
export interface PayrollRow {
  employee_id: string;
  employee_number: string | null;
  first_name: string;
  last_name: string;
  total_hours: number;
  regular_hours: number;
  overtime_hours: number;
  double_time_hours: number;
  /** Null: several rates, or none. */
  hourly_rate: number | null;
  regular_pay: number | null;
  overtime_pay: number | null;
  double_time_pay: number | null;
  /** Everything that is not for hours worked; `leave_pay`, `premium_pay` and `fringe_pay` are parts of it. */
  other_pay: number | null;
  /** The next three are not in what was recorded before version 4. */
  leave_minutes: number;
  leave_pay: number | null;
  premium_pay: number | null;
  /** Cash in lieu of fringe; not in what was recorded before version 5. */
  fringe_pay?: number | null;
  /** Beside the earnings; before version 5 what is repaid was among them. */
  reimbursed_pay?: number | null;
  total_earnings: number | null;
  no_rate: boolean;
  missing_clock_out: boolean;
  unapproved: boolean;
  /** What the FLSA requires of the overtime premium; null where pay is unknown. */
  flsa_overtime_premium: number | null;
}

/** One line of pay, as `payroll_lines_for` gives it. */
export interface PayrollLine {
  employee_id: string;
  work_date: string;
  project_id: string | null;
  cost_code_id: string | null;
  /** Of public work; not in what was recorded before there were classes. */
  classification_id?: string | null;
  hourly_rate: number | null;
  multiplier: number;
  minutes: number;
  straight_cents: number | null;
  premium_cents: number | null;
  total_cents: number | null;
  pay_code: string;
}

/** What the lines of one person, day, project and cost code rest on. */
export interface RecordedOrigin {
  employee_id: string;
  work_date: string;
  project_id: string | null;
  cost_code_id: string | null;
  entry_ids: string[];
  certified: boolean;
  approved_by: string | null;
  approved_at: string | null;
  /** Not in what was recorded before machines were. */
  equipment?: string[];
}

export interface RecordedPerson {
  id: string;
  first_name: string;
  last_name: string;
  employee_number: string | null;
  job_title: string | null;
  external_ids: Record<string, string>;
  rates: {
    hourly_rate: number;
    effective_from: string;
    project_id: string | null;
    cost_code_id: string | null;
  }[];
}

/** Everything a file of any format is made of, as it was when it was exported. */
export interface ExportSource {
  summary: PayrollRow[];
  lines: PayrollLine[];
  origins: RecordedOrigin[];
  people: RecordedPerson[];
  projects: Record<string, { number: string | null; name: string; client: string | null }>;
  cost_codes: Record<string, { code: string; name: string }>;
  /** Only where there is public work. */
  classifications?: Record<string, { code: string; name: string }>;
  frequency: 'weekly' | 'biweekly' | 'semimonthly' | 'monthly';
  /** Whether every day lies in a locked pay period. */
  locked: boolean;
}

/** What stops a file is found without what its lines rest on; `payroll_export_preview` in brief. */
export interface PreviewSource extends Omit<ExportSource, 'summary' | 'origins' | 'lines'> {
  /** A list for each column. */
  lines: { [Column in keyof PreviewLine]: PreviewLine[Column][] };
}

export type PreviewLine = Omit<PayrollLine, 'multiplier'>;

/** What a file says beside its figures. Kept with them, so that it can be made again, identical. */
export interface ExportSettings {
  version: RecordVersion;
  language: Language;
  company: string;
  preparedBy: string;
  createdAt: string;
  timeZone: string;
  /** What a payroll system asks for, such as its company code. */
  provider: Record<string, string>;
}

export interface RecordedExport {
  id: string;
  start_date: string;
  end_date: string;
  format: ExportFormat;
  created_at: string;
  rows: ExportSource & { settings: ExportSettings };
}

export const fullName = (row: { first_name: string; last_name: string }): string =>
  `${row.first_name} ${row.last_name}`.trim();

/** The rate, or all of them, lowest first: `24.00 / 32.50`; null: none is known. */
export function ratesText(
  { employee_id, hourly_rate, no_rate }: PayrollRow,
  lines: readonly Pick<PayrollLine, 'employee_id' | 'pay_code' | 'hourly_rate'>[],
  write: (rate: number) => string,
): string | null {
  if (hourly_rate !== null) return write(hourly_rate);
  if (no_rate) return null;
  const worked = lines.filter(
    (line) => line.employee_id === employee_id && isWorked(line.pay_code),
  );
  const rates = new Set(worked.flatMap((line) => line.hourly_rate ?? []));
  return rates.size === 0
    ? null
    : [...rates]
        .toSorted((a, b) => a - b)
        .map(write)
        .join(' / ');
}

const hundredths = (value: number | null): number => Math.round((value ?? 0) * 100);

/** What is left of other pay beside time off, premiums and cash in lieu: bonuses, adjustments. */
export function restOfPay(row: PayrollRow): number | null {
  const { other_pay, leave_pay, premium_pay, fringe_pay } = row;
  if (other_pay === null) return null;
  const parts = [leave_pay, premium_pay, fringe_pay].map((part) => hundredths(part ?? null));
  return parts.reduce((rest, part) => rest - part, hundredths(other_pay)) / 100;
}

/** Pay that has a column only where somebody has it: who has none keeps the columns they know. */
const RARE_PAY = ['fringe_pay', 'reimbursed_pay'] as const;
type RarePay = (typeof RARE_PAY)[number];

export const rarePayIn = (rows: readonly PayrollRow[]): RarePay[] =>
  RARE_PAY.filter((name) => rows.some((row) => (row[name] ?? 0) !== 0));

/** Hours of leave, adding up to their total. */
export function leaveHours(rows: readonly PayrollRow[]): number[] {
  return decimalHours(rows.map(({ leave_minutes }) => leave_minutes));
}

export interface PayrollTotals {
  hours: number;
  regularHours: number;
  overtimeHours: number;
  doubleTimeHours: number;
  otherPay: number;
  /** Only where the rows have them, from version 4. */
  leaveHours: number;
  premiums: number;
  restOfPay: number;
  fringe_pay: number;
  reimbursed_pay: number;
  earnings: number;
}

/** Sums of the rows' own hundredths and cents, so that no float drifts. */
export function totalsOf(rows: readonly PayrollRow[]): PayrollTotals {
  const sum = (pick: (row: PayrollRow) => number | null): number =>
    rows.reduce((all, row) => all + hundredths(pick(row)), 0) / 100;
  return {
    hours: sum((row) => row.total_hours),
    regularHours: sum((row) => row.regular_hours),
    overtimeHours: sum((row) => row.overtime_hours),
    doubleTimeHours: sum((row) => row.double_time_hours),
    otherPay: sum((row) => row.other_pay),
    leaveHours: hundredthsOf(rows.reduce((all, row) => all + (row.leave_minutes ?? 0), 0)) / 100,
    premiums: sum((row) => row.premium_pay),
    restOfPay: sum(restOfPay),
    fringe_pay: sum((row) => row.fringe_pay ?? null),
    reimbursed_pay: sum((row) => row.reimbursed_pay ?? null),
    earnings: sum((row) => row.total_earnings),
  };
}
