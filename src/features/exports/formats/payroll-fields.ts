import type { ExtraPay } from '@/features/exports/formats/extra-pay';
import { type FileData, nameOf, type WorkedLine } from '@/features/exports/formats/file-data';
import { hoursText, hundredthsOf } from '@/lib/decimal-hours';

/** What one row of the file is about: hours worked, or pay beside them with its code. */
export type PayRow =
  | { kind: 'worked'; line: WorkedLine; personId: string }
  | { kind: 'beside'; extra: ExtraPay & { cents: number }; code: string };

export interface RowContext {
  data: FileData;
  row: PayRow;
  /** Key of `employees.external_ids`. */
  idKey: string;
}

export const FIELD_GROUPS = ['person', 'day', 'job', 'pay', 'settings'] as const;
type Field = readonly [
  group: (typeof FIELD_GROUPS)[number],
  of: (context: RowContext) => string | null | undefined,
];

const personOf = ({ data, row }: RowContext) =>
  row.kind === 'beside'
    ? row.extra.person
    : data.people.find(({ id }) => id === row.line.employeeId);
const dateOf = ({ row }: RowContext) =>
  row.kind === 'beside' ? row.extra.workDate : row.line.workDate;
const lineOf = ({ row }: RowContext) => (row.kind === 'worked' ? row.line : null);
const projectOf = (context: RowContext) => context.data.projects[lineOf(context)?.projectId ?? ''];
const costCodeOf = (context: RowContext) =>
  context.data.costCodes[lineOf(context)?.costCodeId ?? ''];
const setting =
  (name: string): Field[1] =>
  ({ data }) =>
    data.settings[name];
const cents = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : (value / 100).toFixed(2);

function minutesOf({ row }: RowContext): number {
  return row.kind === 'beside' ? row.extra.minutes : row.line.minutes;
}

/** Hundredths of a line are its share of the person's; those of leave are its own. */
function hoursOf({ row }: RowContext): string {
  if (row.kind === 'worked') return hoursText(row.line.hundredths);
  return row.extra.minutes > 0 ? hoursText(hundredthsOf(row.extra.minutes)) : '';
}

function rateOf({ row }: RowContext): string {
  if (row.kind === 'beside' && row.extra.minutes === 0) return '';
  const rate = row.kind === 'beside' ? row.extra.rate : row.line.rate;
  return rate === null ? '' : String(rate);
}

/** What the customer's system calls this pay. */
function payIdOf({ data: { settings }, row }: RowContext): string | undefined {
  if (row.kind === 'beside') return row.code;
  const { regularCode, overtimeCode, doubleCode } = settings;
  return { REG: regularCode, OT: overtimeCode, DT: doubleCode }[row.line.payCode];
}

/** From 1, the first day of the period. */
const dayNumber = (start: string, date: string): number =>
  (Date.parse(date) - Date.parse(start)) / 86_400_000 + 1;

const clock = (minutes: number): string =>
  minutes > 0 ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}` : '';

/** Everything a column of a payroll file can hold, by the name it has in expressions. */
export const PAYROLL_FIELDS: Readonly<Record<string, Field>> = {
  employee_id: ['person', (context) => personOf(context)?.externalIds[context.idKey]],
  employee_number: ['person', (context) => personOf(context)?.employeeNumber],
  first_name: ['person', (context) => personOf(context)?.firstName],
  last_name: ['person', (context) => personOf(context)?.lastName],
  job_title: ['person', (context) => personOf(context)?.jobTitle],
  work_date: ['day', dateOf],
  day_number: ['day', (context) => String(dayNumber(context.data.period.start, dateOf(context)))],
  period_start: ['day', ({ data }) => data.period.start],
  period_end: ['day', ({ data }) => data.period.end],
  project_number: ['job', (context) => projectOf(context)?.number],
  project_name: ['job', (context) => projectOf(context)?.name],
  client: ['job', (context) => projectOf(context)?.client],
  cost_code: ['job', (context) => costCodeOf(context)?.code],
  cost_code_name: ['job', (context) => costCodeOf(context)?.name],
  classification: ['job', (context) => lineOf(context)?.classification],
  classification_code: ['job', (context) => lineOf(context)?.classificationCode],
  certified: ['job', (context) => (lineOf(context)?.origin?.certified ? 'true' : '')],
  equipment: ['job', (context) => lineOf(context)?.origin?.equipment?.join(' ')],
  pay_id: ['pay', payIdOf],
  pay_code: ['pay', ({ row }) => (row.kind === 'beside' ? row.extra.payCode : row.line.payCode)],
  worked: ['pay', ({ row }) => (row.kind === 'worked' ? 'true' : '')],
  hours: ['pay', hoursOf],
  minutes: ['pay', (context) => String(minutesOf(context) || '')],
  duration: ['pay', (context) => clock(minutesOf(context))],
  rate: ['pay', rateOf],
  amount: [
    'pay',
    ({ row }) => cents(row.kind === 'beside' ? row.extra.cents : row.line.totalCents),
  ],
  straight_pay: ['pay', (context) => cents(lineOf(context)?.straightCents)],
  premium_pay: ['pay', (context) => cents(lineOf(context)?.premiumCents)],
  company_code: ['settings', setting('companyCode')],
  batch: ['settings', setting('batch')],
  department: ['settings', setting('department')],
  cost_type: ['settings', setting('costType')],
  project_task: ['settings', setting('projectTask')],
};

export const PAYROLL_FIELD_NAMES: ReadonlySet<string> = new Set(Object.keys(PAYROLL_FIELDS));

export const payrollValue =
  (context: RowContext) =>
  (name: string): string | undefined =>
    Object.hasOwn(PAYROLL_FIELDS, name) ? (PAYROLL_FIELDS[name]?.[1](context) ?? '') : undefined;

export const rowName = (context: RowContext): string => {
  const person = personOf(context);
  return person ? nameOf(person) : '';
};
