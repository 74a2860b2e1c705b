import * as z from 'zod/mini';
import { AppError } from '@/lib/errors';

// The JSON of `certified_payroll()` and of what was signed: the one source of screen, PDF and files.
// Money and hours are texts with two decimals, as the database rounded them; null is not known.

const text = z.string();
const money = z.string().check(z.regex(/^-?\d+\.\d{2}$/));
const hours = z.string().check(z.regex(/^\d+\.\d{2}$/));
const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const count = z.int().check(z.gte(0));
const texts = z.array(text);

/** Two decimals, half up, without a float between: 1.005 is 1.01. What is no number stays as it is. */
function twoDecimals(value: string): string {
  const [, sign = '', units = '', decimals = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(value.trim()) ?? [];
  if (units === '') return value;
  const up = (decimals[2] ?? '0') >= '5' ? 1n : 0n;
  const cents = String(BigInt(units + decimals.slice(0, 2).padEnd(2, '0')) + up).padStart(3, '0');
  return `${sign}${cents.slice(0, -2)}.${cents.slice(-2)}`;
}

/** Deductions are typed or imported: a number, or a text as a file had it. */
const amount = z.pipe(
  z.union([z.number(), text]),
  z.transform((value) => twoDecimals(String(value))),
);

const statement = z.int().check(z.gte(1), z.lte(6));

const header = z.object({
  project_id: text,
  project_name: text,
  project_number: z.nullable(text),
  contract_number: z.nullable(text),
  /** The company as agencies know it, by the columns of `contractor_details`. */
  contractor: z.nullish(z.record(text, z.unknown())),
  contractor_role: z.enum(['prime', 'sub']),
  prime_name: z.nullable(text),
  business_name: text,
  business_address: z.nullable(text),
  location: z.nullable(text),
  county: z.nullable(text),
  state: z.nullable(text),
  agency: z.nullable(text),
  regime: z.enum(['federal', 'ca', 'ny', 'wa', 'other']),
  cwhssa: z.enum(['applies', 'does_not', 'unknown']),
  /** What portals call the project: dir_project_id, prc_number, intent_id, lcp_project_code. */
  external_ids: z.record(text, z.unknown()),
  top_up: z.boolean(),
  week_start: date,
  week_end: date,
  no_work: z.boolean(),
  determinations: z.array(
    z.object({
      number: text,
      modification: text,
      published_on: z.nullable(date),
      effective_from: date,
    }),
  ),
  /** Of the project, from 1; of the live report the one it would get. */
  number: count,
  /** 0: the first report of the week; corrections keep the number. */
  revision: count,
  final: z.boolean(),
  remarks: z.nullable(text),
  /** Until when it is handed in; only of the live report. */
  due_on: z.nullish(date),
  is_late: z.nullish(z.boolean()),
  /** Which of the six statements it asks for; only of the live report. */
  required_statements: z.nullish(z.array(statement)),
});

const planKind = z.enum(['health', 'pension', 'vacation_holiday', 'training', 'other']);

const day = z.object({ date, st: hours, ot: hours, dt: hours });

const deductions = z.object({
  tax: z.nullable(money),
  fica: z.nullable(money),
  /** `tax` is the sum of the first three, `fica` of the last two. */
  federal_tax: z.nullish(money),
  state_tax: z.nullish(money),
  sdi: z.nullish(money),
  social_security: z.nullish(money),
  medicare: z.nullish(money),
  other: money,
  total: z.nullable(money),
  items: z.array(z.object({ name: z._default(text, ''), amount })),
});

const row = z.object({
  /** Column 1A: two rows of one worker have the same. */
  entry: count,
  employee_id: text,
  name: text,
  last_name: text,
  first_name: text,
  identifying_number: z.nullable(text),
  /** Of the social security number; else it is the employee number. */
  is_last_four: z.optional(z.boolean()),
  kind: z.enum(['J', 'RA']),
  level: z.nullable(text),
  over_ratio: z.boolean(),
  classification: z.nullable(text),
  classification_code: z.nullable(text),
  classification_id: z.nullable(text),
  days: z.array(day).check(z.length(7)),
  total_st: hours,
  total_ot: hours,
  total_dt: hours,
  total: hours,
  rate_st: z.nullable(money),
  rate_ot: z.nullable(money),
  /** Null: no hours at double time. */
  rate_dt: z.nullable(money),
  /** With four decimals, as it is paid. */
  rate: z.nullable(text),
  rate_reasons: texts,
  determination_base: z.nullable(money),
  determination_fringe: z.nullable(money),
  fringe_credit: money,
  /** Column 6B of this row by plan. */
  plan_credits: z.optional(
    z.array(z.object({ plan_id: text, kind: planKind, hourly_credit: money, credit: money })),
  ),
  cash_in_lieu: money,
  gross_project: z.nullable(money),
  gross_all: z.nullable(money),
  /** Null: nobody entered what payroll deducted. */
  deductions: z.nullable(deductions),
  net: z.nullable(money),
  check_number: z.nullable(text),
  paid_on: z.nullable(date),
});

const plan = z.object({
  plan_id: text,
  name: text,
  kind: planKind,
  plan_number: z.nullable(text),
  funded: z.boolean(),
  approval: z.nullable(text),
  workers: z.array(
    z.object({ entry: count, employee_id: text, hourly_credit: money, credit: money }),
  ),
});

const program = z.object({
  program_id: text,
  name: text,
  registered_with: z.enum(['OA', 'SAA']),
  occupation: text,
  workers: z.array(
    z.object({
      entry: count,
      employee_id: text,
      registration_number: z.nullable(text),
      level: text,
      percent: text,
      fringe_percent: z.nullable(text),
      /** Dates on which the worker was over the ratio. */
      over_ratio: z.array(date),
    }),
  ),
});

const check = z.object({
  code: text,
  severity: z.enum(['error', 'warning']),
  employee_id: z.nullable(text),
  message: text,
  /** Of the message, in their order: for texts in the reader's language. */
  figures: z._default(texts, []),
});

const due = z.object({
  employee_id: text,
  due: money,
  paid: money,
  short: money,
  base: money,
  fringe: money,
  premium: money,
});

const report = z.object({
  header,
  rows: z.array(row),
  plans: z.array(plan),
  apprentices: z.array(program),
  checks: z.array(check),
  due: z.array(due),
  /** Names these figures: what was seen is what is signed. */
  version: z.nullish(text),
});

const signer = z.object({
  name: text,
  title: text,
  email: z.nullish(text),
  phone: z.nullish(text),
});

const signed = z.object({
  report,
  /** Which of the six statements were ticked. */
  statements: z.array(statement),
  signer,
  signed_at: z.nullish(text),
  /** The day where the company is. */
  signed_on: z.nullish(date),
  /** Of a correction: why. */
  reason: z.nullish(text),
  /** Of the row beside the content: the digest of what was signed. */
  sha256: z.nullish(text),
});

export type CertifiedPayroll = z.infer<typeof report>;
export type CertifiedPayrollHeader = CertifiedPayroll['header'];
export type CertifiedPayrollRow = CertifiedPayroll['rows'][number];
export type CertifiedPayrollCheck = CertifiedPayroll['checks'][number];
export type FringePlanOnReport = CertifiedPayroll['plans'][number];
export type ProgramOnReport = CertifiedPayroll['apprentices'][number];

/** `certified_payrolls.content`. */
export type SignedCertifiedPayroll = z.infer<typeof signed>;

/** What PDF and files are made from: what was signed, or a draft of it. */
export type CertifiedPayrollRecord =
  | SignedCertifiedPayroll
  | { report: CertifiedPayroll; statements: []; signer: null };

function read<Schema extends z.ZodMiniType>(schema: Schema, json: unknown): z.infer<Schema> {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new AppError('certified_payroll_unreadable', {
    cause: result.error,
    detail: issue ? `${issue.path.join('.')}: ${issue.message}` : null,
  });
}

export const readCertifiedPayroll = (json: unknown): CertifiedPayroll => read(report, json);

/** `sha256`: of the row beside its content; printed as the proof of what was signed. */
export const readSignedPayroll = (
  content: unknown,
  sha256: string | null = null,
): SignedCertifiedPayroll => ({ ...read(signed, content), ...(sha256 ? { sha256 } : {}) });

/** The live report as a record: its files say that they are a draft. */
export const draftRecord = (live: CertifiedPayroll): CertifiedPayrollRecord => ({
  report: live,
  statements: [],
  signer: null,
});
