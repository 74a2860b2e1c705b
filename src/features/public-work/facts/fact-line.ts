import type { ColumnRoles } from '@/features/public-work/facts/formats/choose-roles';
import { sumIn } from '@/features/public-work/facts/formats/choose-roles';
import { dateIn, periodIn } from '@/features/public-work/facts/formats/dates';
import type { FactTable } from '@/features/public-work/facts/formats/fact-table';
import { deductionName } from '@/features/public-work/facts/formats/role-of';
import { type ColumnRole, DEDUCTED } from '@/features/public-work/facts/formats/roles';
import type { IsoDate } from '@/lib/format';
import { cutNineDigits } from '@/lib/identity-numbers';
import { addDays, weekDayOf } from '@/lib/time';

export const AMOUNTS = [
  'gross_all',
  'federal_tax',
  'state_tax',
  'fica',
  'medicare',
  'sdi',
  'net',
  'reimbursement',
] as const;
export type AmountName = (typeof AMOUNTS)[number];

/** Why a line is not imported. */
export type FactProblem =
  | 'no_person'
  | 'no_week'
  | 'week_wrong'
  | 'date_wrong'
  | 'amount_wrong'
  | 'negative'
  | 'twice';

/** What one check of the file says about one person. Amounts in cents. */
export interface FactLine {
  /** Lines of the file, from 1. */
  lines: number[];
  /** The id the payroll system has for the person, else the name; small letters. */
  workerKey: string;
  name: string;
  number: string;
  lastFour: string | null;
  weekEnd: IsoDate | null;
  /** First day, of a pay period that is no week; the database says whether the company has it. */
  periodStart: IsoDate | null;
  paidOn: IsoDate | null;
  checkNumbers: string[];
  amounts: Partial<Record<AmountName, number>>;
  other: { name: string; cents: number }[];
  problem: FactProblem | null;
}

export interface LineOptions {
  /** Of a file without dates. */
  weekEnd: IsoDate | null;
  /** Of a file without dates that is for a pay period. */
  periodStart?: IsoDate | null;
  paidOn: IsoDate | null;
  /** Weekday on which weeks end, 0 = Sunday. */
  endsOn: number;
  /** Days from the end of a week to its check, for files with check dates only; null: all of one week. */
  paidAfter?: number | null;
}

/** Every line of the file by person and week: several checks of one week are one line. */
export function factLines(table: FactTable, roles: ColumnRoles, options: LineOptions): FactLine[] {
  const signs = deductionSigns(table, roles);
  const lines = table.rows.map((row) => lineOf(row, table, roles, signs, options));
  return joined(lines);
}

/** Systems print what they deduct with or without a minus; each column is read as it mostly is. */
function deductionSigns({ rows }: FactTable, roles: ColumnRoles): number[] {
  return roles.map((role, at) => {
    if (role === null || !DEDUCTED.has(role)) return 1;
    const given = rows.map((row) => sumIn(row.cells[at] ?? '') ?? 0).filter((cents) => cents !== 0);
    return given.filter((cents) => cents < 0).length * 2 > given.length ? -1 : 1;
  });
}

function lineOf(
  { line, cells }: FactTable['rows'][number],
  { headings }: FactTable,
  roles: ColumnRoles,
  signs: readonly number[],
  options: LineOptions,
): FactLine {
  const textOf = (role: ColumnRole): string => (cells[roles.indexOf(role)] ?? '').trim();
  const amounts: FactLine['amounts'] = {};
  const other: FactLine['other'] = [];
  let problem: FactProblem | null = null;
  let earned: number | null = null;
  roles.forEach((role, at) => {
    if (role === null || (!isAmount(role) && role !== 'earnings' && role !== 'other')) return;
    const cents = sumIn(cells[at] ?? '');
    if (cents === undefined) problem ??= 'amount_wrong';
    const value = (cents ?? 0) * (signs[at] ?? 1);
    if (role === 'earnings') earned = (earned ?? 0) + value;
    else if (role === 'other') {
      if (value !== 0) add(other, deductionName(headings[at] ?? ''), value);
    } else amounts[role] = (amounts[role] ?? 0) + value;
  });
  if (amounts.gross_all === undefined && earned !== null) amounts.gross_all = earned;
  const name = nameOf(textOf);
  const number = textOf('employee_number');
  const week = weekOf(textOf, options);
  const paidText = textOf('paid_on');
  const paidOn = paidText === '' ? options.paidOn : dateIn(paidText);
  if (paidText !== '' && paidOn === null) problem ??= 'date_wrong';
  if (name === '' && number === '') problem = 'no_person';
  const isNegative =
    Object.values(amounts).some((cents) => cents < 0) || other.some(({ cents }) => cents < 0);
  return {
    lines: [line],
    workerKey: (number || name).toLowerCase().slice(0, 120),
    name: name || number,
    number,
    lastFour: /(\d{4})$/.exec(textOf('last_four'))?.[1] ?? null,
    weekEnd: week.date,
    periodStart: week.start,
    paidOn,
    checkNumbers: [checkNumber(textOf('check_number'))].filter((text) => text !== ''),
    amounts: withoutReimbursement(amounts, other),
    other,
    problem: problem ?? week.problem ?? (isNegative ? 'negative' : null),
  };
}

const isAmount = (role: ColumnRole): role is AmountName =>
  (AMOUNTS as readonly string[]).includes(role);

/** `First Last`; names in one cell stay as they are printed. */
const nameOf = (textOf: (role: ColumnRole) => string): string =>
  textOf('employee') ||
  [textOf('first_name'), textOf('last_name')].filter((part) => part !== '').join(' ');

/** Leading zeros are filling; nine digits that are left could be a number of another kind. */
const checkNumber = (text: string): string =>
  cutNineDigits(text.replace(/^0+(?=\d)/, '')).slice(0, 40);

function add(other: FactLine['other'], name: string, cents: number): void {
  const known = other.find((one) => one.name === name);
  if (known) known.cents += cents;
  else other.push({ name, cents });
}

/** Some print net with what was reimbursed in it; a certified payroll has no column for that. */
function withoutReimbursement(
  amounts: FactLine['amounts'],
  other: FactLine['other'],
): FactLine['amounts'] {
  const { net, reimbursement } = amounts;
  const open = netDifference({ amounts, other });
  return net !== undefined && reimbursement && open === reimbursement
    ? { ...amounts, net: net - reimbursement }
    : amounts;
}

/** All that was deducted, in cents. */
export function deductedCents({ amounts, other }: Pick<FactLine, 'amounts' | 'other'>): number {
  const taxes = (['federal_tax', 'state_tax', 'fica', 'medicare', 'sdi'] as const).map(
    (name) => amounts[name] ?? 0,
  );
  return [...taxes, ...other.map(({ cents }) => cents)].reduce((sum, cents) => sum + cents, 0);
}

/** How far net is from gross less deductions; null where one of them is missing. */
export function netDifference(line: Pick<FactLine, 'amounts' | 'other'>): number | null {
  const { gross_all: gross, net } = line.amounts;
  return gross === undefined || net === undefined ? null : net - (gross - deductedCents(line));
}

interface Week {
  date: IsoDate | null;
  start: IsoDate | null;
  problem: FactProblem | null;
}

/** The week a line belongs to: the one its period lies in; a longer one is a pay period. */
function weekOf(textOf: (role: ColumnRole) => string, options: LineOptions): Week {
  const text = textOf('period');
  const period = text === '' ? null : periodIn(text);
  const endText = textOf('week_end');
  const startText = textOf('period_start');
  if (text === '' && endText === '') {
    const paidOn = options.paidAfter == null ? null : dateIn(textOf('paid_on'));
    const date = paidOn
      ? weekPaidOn(paidOn, options.paidAfter ?? 0, options.endsOn)
      : options.weekEnd;
    const start = paidOn ? null : (options.periodStart ?? null);
    return { date, start, problem: date === null ? 'no_week' : null };
  }
  const end = period?.end ?? dateIn(endText);
  const start = period?.start ?? (startText === '' ? null : dateIn(startText));
  if (end === null || (startText !== '' && start === null))
    return { date: null, start: null, problem: 'date_wrong' };
  const date = addDays(end, (options.endsOn - weekDayOf(end) + 7) % 7);
  // Monday to Friday is the week they lie in; an end alone says nothing about where it began.
  if (start !== null && start < addDays(date, -6)) return { date: end, start, problem: null };
  const lies = start === null ? date === end : start <= end;
  return { date: lies ? date : null, start: null, problem: lies ? null : 'week_wrong' };
}

/** The week a check is for: a holiday moves a pay day by up to three days, not the week. */
export function weekPaidOn(paidOn: IsoDate, paidAfter: number, endsOn: number): IsoDate {
  const usual = addDays(paidOn, -paidAfter);
  return addDays(usual, ((endsOn - weekDayOf(usual) + 10) % 7) - 3);
}

/** Checks of one person and week in one; the same line twice is a mistake of the file. */
function joined(lines: readonly FactLine[]): FactLine[] {
  const result: FactLine[] = [];
  const seen = new Set<string>();
  for (const line of lines) {
    const text = JSON.stringify({ ...line, lines: [] });
    const isTwice = line.problem === null && seen.has(text);
    seen.add(text);
    const known =
      line.problem === null
        ? result.find(
            (one) =>
              one.problem === null &&
              one.workerKey === line.workerKey &&
              one.weekEnd === line.weekEnd &&
              one.periodStart === line.periodStart,
          )
        : undefined;
    if (isTwice) result.push({ ...line, problem: 'twice' });
    else if (known) join(known, line);
    else result.push({ ...line, other: [...line.other] });
  }
  return result;
}

function join(known: FactLine, line: FactLine): void {
  known.lines.push(...line.lines);
  known.amounts = Object.fromEntries(
    AMOUNTS.flatMap((name) => {
      const [one, more] = [known.amounts[name], line.amounts[name]];
      return one === undefined && more === undefined ? [] : [[name, (one ?? 0) + (more ?? 0)]];
    }),
  );
  for (const { name, cents } of line.other) add(known.other, name, cents);
  known.checkNumbers = [...new Set([...known.checkNumbers, ...line.checkNumbers])];
  known.paidOn = known.paidOn ?? line.paidOn;
}
