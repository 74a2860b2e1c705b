import type {
  CertifiedPayrollRecord,
  CertifiedPayrollRow,
} from '@/entities/certified-payroll/certified-payroll';
import {
  amountText,
  cashPerHour,
  centsOf,
  creditOf,
  deductionsByKind,
} from '@/features/public-work/report/files/amounts';
import {
  codesOf,
  contractorOf,
  type FileExtras,
} from '@/features/public-work/report/files/portal-input';
import type { LocalWorker } from '@/features/public-work/report/files/worker-list';

export interface RowContext {
  record: CertifiedPayrollRecord;
  extras: FileExtras;
  row: CertifiedPayrollRow;
  local: LocalWorker | undefined;
  /** 1 to 7 where each day is a line of its own; else null. */
  day: number | null;
}

export const FIELD_GROUPS = [
  'project',
  'company',
  'worker',
  'hours',
  'pay',
  'fringe',
  'list',
] as const;
export type FieldGroup = (typeof FIELD_GROUPS)[number];

interface Field {
  group: FieldGroup;
  of: (context: RowContext) => string | null | undefined;
  /** A figure: a number in a workbook. */
  figure?: true;
}

const header = (
  name:
    | 'project_name'
    | 'project_number'
    | 'contract_number'
    | 'agency'
    | 'location'
    | 'county'
    | 'state'
    | 'week_start'
    | 'week_end'
    | 'prime_name',
): Field => ({
  group: 'project',
  of: ({ record }) => record.report.header[name],
});
const company = (name: Parameters<ReturnType<typeof contractorOf>>[0]): Field => ({
  group: 'company',
  of: ({ record, extras }) => contractorOf(record.report.header, extras)(name),
});
const figure = (group: FieldGroup, of: Field['of']): Field => ({ group, of, figure: true });
const listed = (name: keyof LocalWorker): Field => ({
  group: 'list',
  of: ({ local }) => local?.[name],
});
const credit = (kind: Parameters<typeof creditOf>[1], part: 'week' | 'hourly'): Field =>
  figure('fringe', ({ row }) => amountText(creditOf(row, kind)[part]));
const other = (kind: keyof ReturnType<typeof deductionsByKind>): Field =>
  figure('pay', ({ row }) => amountText(deductionsByKind(row)[kind]));

const weekDays = Object.fromEntries(
  (['st', 'ot', 'dt'] as const).flatMap((kind) =>
    [0, 1, 2, 3, 4, 5, 6].map((day) => [
      `${kind}_${day + 1}`,
      figure('hours', ({ row }) => row.days[day]?.[kind]),
    ]),
  ),
);
const ofDay = (part: 'date' | 'st' | 'ot' | 'dt'): Field => ({
  group: 'hours',
  of: ({ row, day }) => (day === null ? '' : row.days[day - 1]?.[part]),
  ...(part === 'date' ? {} : { figure: true }),
});

/** Everything a column can hold, by the name it has in expressions. */
export const FIELDS: Readonly<Record<string, Field>> = {
  project_name: header('project_name'),
  project_number: header('project_number'),
  contract_number: header('contract_number'),
  agency: header('agency'),
  location: header('location'),
  county: header('county'),
  state: header('state'),
  prime_name: header('prime_name'),
  role: { group: 'project', of: ({ record }) => record.report.header.contractor_role },
  week_start: header('week_start'),
  week_end: header('week_end'),
  payroll_number: {
    group: 'project',
    of: ({ record }) => String(record.report.header.number ?? ''),
  },
  revision: { group: 'project', of: ({ record }) => String(record.report.header.revision ?? 0) },
  final: { group: 'project', of: ({ record }) => (record.report.header.final ? 'true' : '') },
  no_work: { group: 'project', of: ({ record }) => (record.report.header.no_work ? 'true' : '') },
  determination: {
    group: 'project',
    of: ({ record }) => record.report.header.determinations.map(({ number }) => number).join(' '),
  },
  company_name: {
    group: 'company',
    of: ({ record, extras }) =>
      contractorOf(record.report.header, extras)('legal_name') ||
      record.report.header.business_name,
  },
  company_street: company('street'),
  company_city: company('city'),
  company_state: company('state'),
  company_zip: company('zip'),
  company_phone: company('phone'),
  company_email: company('email'),
  fein: company('fein'),
  license_number: company('license_number'),
  pwcr: company('pwcr'),
  insurance_number: company('insurance_number'),
  entry: { group: 'worker', of: ({ row }) => String(row.entry), figure: true },
  first_name: { group: 'worker', of: ({ row }) => row.first_name },
  last_name: { group: 'worker', of: ({ row }) => row.last_name },
  name: { group: 'worker', of: ({ row }) => row.name },
  identifying_number: { group: 'worker', of: ({ row }) => row.identifying_number },
  employee_number: {
    group: 'worker',
    of: ({ row, extras }) =>
      extras.employeeNumbers?.get(row.employee_id) ??
      (row.is_last_four ? '' : row.identifying_number),
  },
  kind: { group: 'worker', of: ({ row }) => row.kind },
  level: { group: 'worker', of: ({ row }) => row.level },
  classification: { group: 'worker', of: ({ row }) => row.classification },
  classification_code: { group: 'worker', of: ({ row }) => row.classification_code },
  class_code: {
    group: 'worker',
    of: ({ row, extras }) => codesOf(extras, row.classification)['class_code'],
  },
  apprentice_number: {
    group: 'worker',
    of: ({ row, record }) =>
      record.report.apprentices
        .flatMap(({ workers }) => workers)
        .find(({ employee_id }) => employee_id === row.employee_id)?.registration_number,
  },
  ...weekDays,
  total_st: figure('hours', ({ row }) => row.total_st),
  total_ot: figure('hours', ({ row }) => row.total_ot),
  total_dt: figure('hours', ({ row }) => row.total_dt),
  total: figure('hours', ({ row }) => row.total),
  day_date: ofDay('date'),
  day_st: ofDay('st'),
  day_ot: ofDay('ot'),
  day_dt: ofDay('dt'),
  rate_st: figure('pay', ({ row }) => row.rate_st),
  rate_ot: figure('pay', ({ row }) => row.rate_ot),
  rate_dt: figure('pay', ({ row }) => row.rate_dt),
  gross_project: figure('pay', ({ row }) => row.gross_project),
  gross_all: figure('pay', ({ row }) => row.gross_all),
  federal_tax: figure('pay', ({ row }) => row.deductions?.federal_tax),
  state_tax: figure('pay', ({ row }) => row.deductions?.state_tax),
  sdi: figure('pay', ({ row }) => row.deductions?.sdi),
  social_security: figure('pay', ({ row }) => row.deductions?.social_security),
  medicare: figure('pay', ({ row }) => row.deductions?.medicare),
  fica: figure('pay', ({ row }) => row.deductions?.fica),
  dues: other('dues'),
  other_deductions: figure('pay', ({ row }) => row.deductions?.other),
  deductions: figure('pay', ({ row }) => row.deductions?.total),
  net: figure('pay', ({ row }) => row.net),
  check_number: { group: 'pay', of: ({ row }) => row.check_number },
  paid_on: { group: 'pay', of: ({ row }) => row.paid_on },
  base_rate: figure('pay', ({ row }) => row.determination_base),
  fringe_rate: figure('fringe', ({ row }) => row.determination_fringe),
  fringe_credit: figure('fringe', ({ row }) => row.fringe_credit),
  cash_in_lieu: figure('fringe', ({ row }) => row.cash_in_lieu),
  cash_hourly: figure('fringe', ({ row }) => amountText(cashPerHour(row))),
  health: credit('health', 'week'),
  health_hourly: credit('health', 'hourly'),
  pension: credit('pension', 'week'),
  pension_hourly: credit('pension', 'hourly'),
  vacation: credit('vacation_holiday', 'week'),
  vacation_hourly: credit('vacation_holiday', 'hourly'),
  training: credit('training', 'week'),
  training_hourly: credit('training', 'hourly'),
  other_plans: credit('other', 'week'),
  other_plans_hourly: credit('other', 'hourly'),
  ssn: listed('ssn'),
  street: listed('street'),
  street2: listed('street2'),
  city: listed('city'),
  home_state: listed('state'),
  zip: listed('zip'),
  exemptions: listed('exemptions'),
  birth_date: listed('birthDate'),
  phone: listed('phone'),
  email: listed('email'),
  gender: listed('gender'),
  ethnicity: listed('ethnicity'),
  veteran: listed('veteran'),
};

export const FIELD_NAMES: ReadonlySet<string> = new Set(Object.keys(FIELDS));

export const fieldValue =
  (context: RowContext) =>
  (name: string): string | undefined =>
    Object.hasOwn(FIELDS, name) ? (FIELDS[name]?.of(context) ?? '') : undefined;

/** Lines of each day are only for days with hours. */
export const hasHours = (row: CertifiedPayrollRow, day: number): boolean => {
  const hours = row.days[day - 1];
  return hours !== undefined && centsOf(hours.st) + centsOf(hours.ot) + centsOf(hours.dt) > 0;
};
