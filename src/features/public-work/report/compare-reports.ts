import type {
  CertifiedPayroll,
  CertifiedPayrollRow,
} from '@/entities/certified-payroll/certified-payroll';

/** Cells of a row in the order of the form; the key is also that of its label. */
const CELLS = {
  identifying_number: ({ identifying_number }) => identifying_number,
  kind: ({ kind, level }) => [kind, level].filter(Boolean).join(' '),
  total_st: ({ total_st }) => total_st,
  total_ot: ({ total_ot }) => total_ot,
  total_dt: ({ total_dt }) => total_dt,
  days: ({ days }) => days.map(({ st, ot, dt }) => [st, ot, dt].map(Number).join('+')).join(' · '),
  rate_st: ({ rate_st }) => rate_st,
  rate_ot: ({ rate_ot }) => rate_ot,
  fringe_credit: ({ fringe_credit }) => fringe_credit,
  cash_in_lieu: ({ cash_in_lieu }) => cash_in_lieu,
  gross_project: ({ gross_project }) => gross_project,
  gross_all: ({ gross_all }) => gross_all,
  tax: ({ deductions }) => deductions?.tax ?? null,
  fica: ({ deductions }) => deductions?.fica ?? null,
  other: ({ deductions }) => deductions?.other ?? null,
  net: ({ net }) => net,
} as const satisfies Record<string, (row: CertifiedPayrollRow) => string | null>;

export type ComparedCell = keyof typeof CELLS;

export interface ReportChange {
  worker: string;
  classification: string | null;
  /** `row`: the row is new or gone. */
  cell: ComparedCell | 'row';
  before: string | null;
  after: string | null;
}

const wageOf = ({ rate }: CertifiedPayrollRow): string => rate ?? '';

/** The same worker and class; of several rates the one that is the same, else the next in order. */
function partner(
  row: CertifiedPayrollRow,
  left: CertifiedPayrollRow[],
): CertifiedPayrollRow | null {
  const same = left.filter(
    ({ employee_id, classification }) =>
      employee_id === row.employee_id && classification === row.classification,
  );
  const found = same.find((other) => wageOf(other) === wageOf(row)) ?? same[0];
  if (!found) return null;
  left.splice(left.indexOf(found), 1);
  return found;
}

/** What differs between two reports of one week, row by row: what a correction says before it is signed. */
export function compareReports(before: CertifiedPayroll, after: CertifiedPayroll): ReportChange[] {
  const left = [...before.rows];
  const changes: ReportChange[] = [];
  for (const row of after.rows) {
    const old = partner(row, left);
    const of = { worker: row.name, classification: row.classification };
    if (!old) {
      changes.push({ ...of, cell: 'row', before: null, after: row.total });
      continue;
    }
    for (const cell of Object.keys(CELLS) as ComparedCell[]) {
      const was = CELLS[cell](old);
      const is = CELLS[cell](row);
      if (was !== is) changes.push({ ...of, cell, before: was, after: is });
    }
  }
  for (const { name, classification, total } of left) {
    changes.push({ worker: name, classification, cell: 'row', before: total, after: null });
  }
  return changes;
}
