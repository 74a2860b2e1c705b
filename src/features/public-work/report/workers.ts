import type {
  CertifiedPayroll,
  CertifiedPayrollCheck,
  CertifiedPayrollRow,
} from '@/entities/certified-payroll/certified-payroll';
import { centsOf, sumOf } from '@/features/public-work/report/cents';

/** A row of the form: `number` counts rows from 1, as `certified_payroll_lines` does. */
export interface NumberedRow extends CertifiedPayrollRow {
  number: number;
}

/** A worker on the report: a second class or rate is a further row with the same entry number. */
export interface ReportedWorker {
  entry: number;
  employeeId: string;
  name: string;
  rows: readonly NumberedRow[];
  checks: readonly CertifiedPayrollCheck[];
  /** 7B less 7A: what was earned on other work in the week. Null: not known. */
  otherWorkCents: number | null;
}

export function workersOf({ rows, checks }: CertifiedPayroll): ReportedWorker[] {
  const byEntry = new Map<number, NumberedRow[]>();
  for (const [index, row] of rows.entries()) {
    const own = byEntry.get(row.entry) ?? [];
    own.push({ ...row, number: index + 1 });
    byEntry.set(row.entry, own);
  }
  return [...byEntry].map(([entry, own]) => {
    const [first] = own as [NumberedRow];
    const gross = sumOf(own.map(({ gross_project }) => gross_project));
    return {
      entry,
      employeeId: first.employee_id,
      name: `${first.last_name}, ${first.first_name}`,
      rows: own,
      checks: checks.filter(({ employee_id }) => employee_id === first.employee_id),
      otherWorkCents:
        gross === null || first.gross_all === null ? null : centsOf(first.gross_all) - gross,
    };
  });
}
