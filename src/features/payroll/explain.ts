import { isReimbursement } from '@/entities/pay-type/is-reimbursement';
import type { ExplainedLine, RuleMinutes } from '@/features/payroll/api/queries';

const WORKED = ['REG', 'OT', 'DT'] as const;
type WorkedCode = (typeof WORKED)[number];

/** So many minutes of one kind, and the rule that made them so. */
export interface DayPart extends RuleMinutes {
  code: WorkedCode;
}

export interface ExplainedDay {
  date: string;
  minutes: number;
  parts: DayPart[];
  /** Pay that is not for hours: premiums, leave, adjustments. */
  others: { rule: string; cents: number | null }[];
  lines: ExplainedLine[];
  paidBreakMinutes: number;
  autoMealMinutes: number;
}

export interface ExplainedWeek {
  start: string;
  /** The whole workweek, also where the period holds only part of it. */
  minutes: number;
  regularRate: number | null;
  policy: string | null;
  days: ExplainedDay[];
}

const LEAVE = ['PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY'];
const PREMIUMS = ['SHIFT_DIFF', 'MEAL_PREM', 'REST_PREM'];

/** As `private.is_leave_code` and the others like it have it. */
export const isLeave = (code: string): boolean => LEAVE.includes(code);
export const isPremium = (code: string): boolean => PREMIUMS.includes(code);
export const isFringe = (code: string): boolean => code === 'FRINGE_CASH';

/** The legal minimum for overtime is part of its pay. */
export const isOtherPay = (code: string): boolean =>
  ![isWorked, isLeave, isPremium, isFringe, isReimbursement].some((is) => is(code)) &&
  code !== 'FLSA_ADJ';

export function isWorked(code: string): code is WorkedCode {
  return WORKED.some((known) => known === code);
}

function addPart(parts: DayPart[], part: DayPart): void {
  const same = parts.find(
    ({ code, rule, threshold_minutes }) =>
      code === part.code && rule === part.rule && threshold_minutes === part.threshold_minutes,
  );
  if (same) same.minutes += part.minutes;
  else parts.push({ ...part });
}

function addLine(day: ExplainedDay, line: ExplainedLine): void {
  day.lines.push(line);
  day.autoMealMinutes = Math.max(day.autoMealMinutes, line.auto_meal_minutes);
  day.paidBreakMinutes += line.paid_break_minutes;
  if (!isWorked(line.pay_code)) {
    day.others.push({ rule: line.rule, cents: line.total_cents });
    return;
  }
  day.minutes += line.minutes;
  for (const share of line.rules) addPart(day.parts, { ...share, code: line.pay_code });
}

export interface SheetTotals {
  minutes: number;
  /** Null: pay is not shown, or not known. */
  cents: number | null;
}

/** What the lines add up to: hours worked, and all pay; what is repaid is none. */
export function totalsOf(lines: readonly ExplainedLine[]): SheetTotals {
  const worked = lines.filter(({ pay_code }) => isWorked(pay_code));
  const known = lines.every(({ total_cents }) => total_cents !== null);
  return {
    minutes: worked.reduce((sum, { minutes }) => sum + minutes, 0),
    cents: known
      ? lines
          .filter(({ pay_code }) => !isReimbursement(pay_code))
          .reduce((sum, { total_cents }) => sum + (total_cents ?? 0), 0)
      : null,
  };
}

export interface SheetSummary {
  worked: number;
  regular: number;
  overtime: number;
  double: number;
  leave: number;
  /** Null: pay is not shown, or not known. */
  cents: number | null;
  premiumCents: number | null;
  /** Cash in lieu of fringe benefits. */
  fringeCents: number | null;
  /** Bonuses, adjustments: neither for hours, time off nor a premium. */
  otherCents: number | null;
  /** Beside the pay. */
  repaidCents: number | null;
}

/** The signed figures: hours by kind, and the pay in its parts. */
export function sheetSummary(lines: readonly ExplainedLine[]): SheetSummary {
  const { minutes: worked, cents } = totalsOf(lines);
  const minutesOf = (matches: (code: string) => boolean) =>
    lines.reduce((sum, line) => sum + (matches(line.pay_code) ? line.minutes : 0), 0);
  const centsOf = (matches: (code: string) => boolean) =>
    cents === null
      ? null
      : lines.reduce(
          (sum, line) => sum + (matches(line.pay_code) ? (line.total_cents ?? 0) : 0),
          0,
        );
  return {
    worked,
    regular: minutesOf((code) => code === 'REG'),
    overtime: minutesOf((code) => code === 'OT'),
    double: minutesOf((code) => code === 'DT'),
    leave: minutesOf(isLeave),
    cents,
    premiumCents: centsOf(isPremium),
    fringeCents: centsOf(isFringe),
    otherCents: centsOf(isOtherPay),
    repaidCents: centsOf(isReimbursement),
  };
}

function found<Item>(items: Item[], matches: (item: Item) => boolean, make: () => Item): Item {
  const known = items.find(matches);
  if (known) return known;
  const made = make();
  items.push(made);
  return made;
}

/** Lines, which come in order of time, as weeks and days. */
export function explainWeeks(lines: readonly ExplainedLine[]): ExplainedWeek[] {
  const weeks: ExplainedWeek[] = [];
  for (const line of lines) {
    const week = found(
      weeks,
      ({ start }) => start === line.week_start,
      () => ({
        start: line.week_start,
        minutes: line.week_minutes ?? 0,
        regularRate: line.week_regular_rate,
        policy: line.policy_preset,
        days: [],
      }),
    );
    const day = found(
      week.days,
      ({ date }) => date === line.work_date,
      () => ({
        date: line.work_date,
        minutes: 0,
        parts: [],
        others: [],
        lines: [],
        paidBreakMinutes: 0,
        autoMealMinutes: 0,
      }),
    );
    addLine(day, line);
  }
  for (const { days } of weeks) {
    for (const { parts } of days) {
      parts.sort((one, other) => WORKED.indexOf(one.code) - WORKED.indexOf(other.code));
    }
  }
  return weeks;
}
