import type {
  CertifiedPayroll,
  CertifiedPayrollHeader,
  CertifiedPayrollRecord,
  CertifiedPayrollRow,
} from '@/entities/certified-payroll/certified-payroll';

/** Stands in a cell whose figure nobody has entered: blank is no zero. */
export const NOT_KNOWN = '*';
export const NOT_KNOWN_NOTE = '* Not known: it was not entered.';
export const ROWS_PER_PAGE = 8;
export const PLANS_PER_PAGE = 6;
export const PROGRAMS_PER_PAGE = 3;

const KINDS = {
  health: 'Health and welfare',
  pension: 'Pension',
  vacation_holiday: 'Vacation and holiday',
  training: 'Training',
  other: 'Other',
} as const;

export const planType = (kind: keyof typeof KINDS): string => KINDS[kind];

/** 03/15/2026 */
export const formDate = (date: string): string => {
  const [year, month, day] = date.slice(0, 10).split('-');
  return day ? `${month}/${day}/${year}` : '';
};

const WEEKDAYS = ['S', 'M', 'T', 'W', 'T', 'F', 'S'] as const;

/** First letter of the weekday, and 3/9. */
export function dayHeader(date: string): { letter: string; date: string } {
  const [, month, day] = date.split('-').map(Number);
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return { letter: WEEKDAYS[weekday] ?? '', date: `${month}/${day}` };
}

/** The seven days of the week, also of one without rows. */
export const weekDates = (end: string): string[] =>
  Array.from({ length: 7 }, (_, index) =>
    new Date(Date.parse(`${end}T00:00:00Z`) - (6 - index) * 86_400_000).toISOString().slice(0, 10),
  );

/** A day without hours is blank, as on paper. */
export const hoursCell = (hours: string): string => (hours === '0.00' ? '' : hours);
export const knownCell = (value: string | null | undefined): string => value ?? NOT_KNOWN;

export const contractNumber = ({ contract_number, project_number }: CertifiedPayrollHeader) =>
  contract_number ?? project_number ?? NOT_KNOWN;

export const determinationText = ({ determinations }: CertifiedPayrollHeader): string =>
  determinations
    .map(({ number, modification }) => `${number}${modification ? `, Mod. ${modification}` : ''}`)
    .join('; ') || NOT_KNOWN;

export function numberText({ number, revision }: CertifiedPayrollHeader): string {
  const correction = revision ? ` (Revision ${revision})` : '';
  return number ? `${number}${correction}` : '';
}

/** Location, or at least county and state. */
export const locationText = ({ location, county, state }: CertifiedPayrollHeader): string =>
  location ?? ([county && `${county} County`, state].filter(Boolean).join(', ') || NOT_KNOWN);

/** What stands across the page and beside the title until it is signed. */
export const draftText = ({ signer }: CertifiedPayrollRecord): string | null =>
  signer === null ? 'DRAFT' : null;

/** The heading says what a report is that is not the first and plain one. */
export function markText(record: CertifiedPayrollRecord): string {
  const { revision } = record.report.header;
  return [
    record.signer === null && 'DRAFT – NOT SIGNED',
    revision ? `CORRECTED – REVISION ${revision}` : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

const NO_WORK = 'No work performed on this project during this week.';

/** What payroll paid for all work is not entered, or only in part. */
const lacksFacts = (row: CertifiedPayrollRow): boolean =>
  row.gross_all === null || row.net === null || (row.deductions?.total ?? null) === null;

/** Whether a cell of the row is marked as not known. */
export const isIncomplete = (row: CertifiedPayrollRow): boolean =>
  lacksFacts(row) ||
  [row.gross_project, row.rate_st, row.classification, row.identifying_number].includes(null) ||
  (row.kind === 'RA' && row.level === null);

/** Lines of Additional Remarks. */
export function remarkLines(record: CertifiedPayrollRecord): string[] {
  const { header, rows } = record.report;
  const blank = [...new Set(rows.filter(lacksFacts).map(({ entry }) => entry))];
  return [
    ...(header.no_work ? [NO_WORK] : []),
    ...(header.revision && 'reason' in record && record.reason
      ? [`Revision ${header.revision} corrects the report of this number: ${record.reason}`]
      : []),
    ...(header.remarks ? header.remarks.split('\n') : []),
    ...(blank.length > 0
      ? [`Columns 7B, 8 or 9 are not filled in for worker entry no. ${blank.join(', ')}.`]
      : []),
  ];
}

/** Rows of the pages: eight on each, and one empty page where nobody worked. */
export function rowPages(rows: readonly CertifiedPayrollRow[]): CertifiedPayrollRow[][] {
  const pages: CertifiedPayrollRow[][] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_PAGE) {
    pages.push(rows.slice(start, start + ROWS_PER_PAGE));
  }
  return pages.length > 0 ? pages : [[]];
}

const cents = (value: string): bigint => BigInt(value.replace('.', ''));

/** Dollars for an hour, half up to the cent; null without hours. */
export function perHour(amount: string, hours: string): string | null {
  const [all, count] = [cents(amount), cents(hours)];
  if (count === 0n) return null;
  return dollars((all * 200n + count) / (count * 2n));
}

export interface CreditLine {
  entry: number;
  name: string;
  /** By plan; several where the credit changed inside the week. */
  credits: string[];
  total: string;
}

const dollars = (value: bigint): string => {
  const digits = String(value).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** What an hour of a row was credited: its plans added up, unless one of them changed inside the week. */
function rowCredit({
  plan_credits: credits,
  fringe_credit,
  total,
}: CertifiedPayrollRow): string | null {
  const isSteady =
    credits && new Set(credits.map(({ plan_id }) => plan_id)).size === credits.length;
  if (!isSteady) return perHour(fringe_credit, total);
  return dollars(credits.reduce((sum, { hourly_credit }) => sum + cents(hourly_credit), 0n));
}

/** Plans of a worker may differ from one day, and so one class, to the next: several totals then. */
const totalCredit = (rows: readonly CertifiedPayrollRow[]): string =>
  [...new Set(rows.map(rowCredit).filter((credit) => credit !== null))].join(' / ');

/** Hourly credits of each worker with a plan. */
export function creditLines({ rows, plans }: CertifiedPayroll): CreditLine[] {
  const rowsOf = new Map<number, CertifiedPayrollRow[]>();
  for (const row of rows) rowsOf.set(row.entry, [...(rowsOf.get(row.entry) ?? []), row]);
  return [...rowsOf].flatMap(([entry, own]) => {
    const byPlan = plans.map(({ workers }) =>
      workers.filter((worker) => worker.entry === entry).map(({ hourly_credit }) => hourly_credit),
    );
    if (byPlan.every(({ length }) => length === 0)) return [];
    const name = own[0] ? `${own[0].last_name}, ${own[0].first_name}` : '';
    const credits = byPlan.map((each) => each.join(' / '));
    return [{ entry, name, credits, total: totalCredit(own) }];
  });
}

/** Workers with several other deductions: what a line of remarks is too short for. */
export function deductionLines({ rows }: CertifiedPayroll) {
  const seen = new Set<number>();
  return rows.flatMap(({ entry, name, deductions }) => {
    if (seen.has(entry)) return [];
    seen.add(entry);
    const items = deductions?.items ?? [];
    return items.length > 1 ? items.map((item) => ({ entry, worker: name, ...item })) : [];
  });
}
