/** Kinds of records that can be chosen in the history. Others are shown when they occur. */
export const ENTITIES = [
  'time_entries',
  'time_entry_breaks',
  'employees',
  'employee_rates',
  'projects',
  'cost_codes',
  'companies',
  'approvals',
  'pay_periods',
  'pay_items',
  'payroll_exports',
  'overtime_policies',
  'time_off_requests',
  'shifts',
  'equipment',
  'crews',
  'budgets',
  'imports',
] as const;

export type EntityName = (typeof ENTITIES)[number];

export const isEntity = (name: string | null): name is EntityName =>
  ENTITIES.some((known) => known === name);
