import type { PayrollRow } from '@/features/exports/payroll-record';
import { csvText } from '@/lib/files/csv';

const cents = ({ flsa_overtime_premium }: PayrollRow): number =>
  Math.round((flsa_overtime_premium ?? 0) * 100);

/** Who is owed an overtime premium by law, and all of it. */
export function premiumOf(rows: readonly PayrollRow[]) {
  const people = rows.filter((row) => cents(row) > 0);
  return { people, totalCents: people.reduce((sum, row) => sum + cents(row), 0) };
}

/** One line per person, for whoever fills in W-2, box 12, code TT. */
export function premiumCsv(people: readonly PayrollRow[]): string {
  return csvText([
    ['Employee number', 'Last name', 'First name', 'W-2 box 12 TT'],
    ...people.map((row) => [
      row.employee_number,
      row.last_name,
      row.first_name,
      { fixed: (cents(row) / 100).toFixed(2) },
    ]),
  ]);
}
