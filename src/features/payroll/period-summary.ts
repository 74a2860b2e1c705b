import type { PayrollPerson } from '@/features/payroll/api/queries';

/** Issues the database names among the flags; `unapproved` and `on_the_clock` are steps of their own. */
const ISSUES = [
  'missing_clock_out',
  'no_rate',
  'long_entry',
  'no_project',
  'no_cost_code',
  'changed_after_approval',
  'disputed',
] as const;
type Issue = (typeof ISSUES)[number];

export function issuesOf({ flags }: Pick<PayrollPerson, 'flags'>): Issue[] {
  return ISSUES.filter((issue) => flags.includes(issue));
}

export function isOnTheClock({ flags }: Pick<PayrollPerson, 'flags'>): boolean {
  return flags.includes('on_the_clock');
}

export function workedMinutes(person: PayrollPerson): number {
  return person.regular_minutes + person.overtime_minutes + person.double_time_minutes;
}

/** Someone to pay or to look at in this period; unknown pay, such as a holiday without a rate, is pay. */
export function hasTime(person: PayrollPerson): boolean {
  return person.days_worked > 0 || workedMinutes(person) > 0 || person.total_earnings !== 0;
}

export function needsLook(person: PayrollPerson): boolean {
  return issuesOf(person).length > 0;
}

export interface PeriodSummary {
  people: number;
  minutes: number;
  regular: number;
  overtime: number;
  double: number;
  overtimePeople: number;
  earningsCents: number;
  /** Of them, what is not for hours worked. */
  otherCents: number;
  /** Someone has no rate, so the earnings are not all. */
  incomplete: boolean;
  needLook: number;
  /** Nothing wrong with them, but not ready before they clock out. */
  atWork: number;
}

export function summarize(people: readonly PayrollPerson[]): PeriodSummary {
  const working = people.filter(hasTime);
  const sum = (pick: (person: PayrollPerson) => number) =>
    working.reduce((total, person) => total + pick(person), 0);
  return {
    people: working.length,
    minutes: sum(workedMinutes),
    regular: sum(({ regular_minutes }) => regular_minutes),
    overtime: sum(({ overtime_minutes }) => overtime_minutes),
    double: sum(({ double_time_minutes }) => double_time_minutes),
    overtimePeople: working.filter((person) => person.overtime_minutes > 0).length,
    earningsCents: sum(({ total_earnings }) => Math.round((total_earnings ?? 0) * 100)),
    otherCents: sum(({ other_pay }) => Math.round((other_pay ?? 0) * 100)),
    incomplete: working.some(({ flags }) => flags.includes('no_rate')),
    needLook: working.filter(needsLook).length,
    atWork: working.filter((person) => isOnTheClock(person) && !needsLook(person)).length,
  };
}
