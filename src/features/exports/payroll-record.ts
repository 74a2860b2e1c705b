import type { Language } from '@/lib/languages';

export const EXPORT_FORMATS = ['csv', 'pdf', 'excel'] as const;
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
  hourly_rate: number | null;
  regular_pay: number | null;
  overtime_pay: number | null;
  double_time_pay: number | null;
  other_pay: number | null;
  total_earnings: number | null;
  no_rate: boolean;
  missing_clock_out: boolean;
  unapproved: boolean;
}

/** One line of pay, as `payroll_lines_for` gives it. */
interface PayrollLine {
  employee_id: string;
  work_date: string;
  project_id: string | null;
  cost_code_id: string | null;
  hourly_rate: number | null;
  multiplier: number;
  minutes: number;
  straight_cents: number | null;
  premium_cents: number | null;
  total_cents: number | null;
  pay_code: string;
}

/** What a file says beside its figures. Kept with them, so that it can be made again, identical. */
export interface ExportSettings {
  version: 1;
  language: Language;
  company: string;
  preparedBy: string;
  createdAt: string;
  timeZone: string;
  projects: Record<string, string>;
  costCodes: Record<string, string>;
}

export interface RecordedExport {
  id: string;
  start_date: string;
  end_date: string;
  format: ExportFormat;
  created_at: string;
  rows: { summary: PayrollRow[]; lines: PayrollLine[]; settings: ExportSettings };
}

export const fullName = (row: { first_name: string; last_name: string }): string =>
  `${row.first_name} ${row.last_name}`.trim();

const hundredths = (value: number | null): number => Math.round((value ?? 0) * 100);

export interface PayrollTotals {
  hours: number;
  regularHours: number;
  overtimeHours: number;
  doubleTimeHours: number;
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
    earnings: sum((row) => row.total_earnings),
  };
}

const EXTENSIONS: Record<ExportFormat, string> = { csv: 'csv', pdf: 'pdf', excel: 'xlsx' };

export function exportFileName({
  start_date,
  end_date,
  format,
}: Pick<RecordedExport, 'start_date' | 'end_date' | 'format'>): string {
  return `payroll_export_${start_date}_to_${end_date}.${EXTENSIONS[format]}`;
}
