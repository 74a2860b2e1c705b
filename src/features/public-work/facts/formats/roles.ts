/** What a column of a payroll file is. Those of money may be several columns, which are added up. */
export const ROLES = [
  'employee',
  'first_name',
  'last_name',
  'employee_number',
  'last_four',
  'period',
  'period_start',
  'week_end',
  'paid_on',
  'check_number',
  'gross_all',
  'earnings',
  'federal_tax',
  'state_tax',
  'fica',
  'medicare',
  'sdi',
  'other',
  'reimbursement',
  'net',
  'ignored',
] as const;
export type ColumnRole = (typeof ROLES)[number];

/** Roles that one column has at most; the first that fits. */
export const SINGLE: ReadonlySet<ColumnRole> = new Set<ColumnRole>([
  'employee',
  'first_name',
  'last_name',
  'employee_number',
  'last_four',
  'period',
  'period_start',
  'week_end',
  'paid_on',
  'check_number',
  'gross_all',
  'net',
]);

export const MONEY: ReadonlySet<ColumnRole> = new Set<ColumnRole>([
  'gross_all',
  'earnings',
  'federal_tax',
  'state_tax',
  'fica',
  'medicare',
  'sdi',
  'other',
  'reimbursement',
  'net',
]);

/** What is taken from pay: printed with or without a minus. */
export const DEDUCTED: ReadonlySet<ColumnRole> = new Set<ColumnRole>([
  'federal_tax',
  'state_tax',
  'fica',
  'medicare',
  'sdi',
  'other',
]);
