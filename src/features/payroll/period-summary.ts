import type { PayrollPerson } from '@/features/payroll/api/queries';

/** Flags somebody has to look at; `unapproved` is a step of its own. */
const PROBLEM_FLAGS = [
  'missing_clock_out',
  'no_rate',
  'long_entry',
  'no_project',
  'no_cost_code',
  'changed_after_approval',
] as const;
type ProblemFlag = (typeof PROBLEM_FLAGS)[number];

export function problemsOf({ flags }: Pick<PayrollPerson, 'flags'>): ProblemFlag[] {
  // An entry nobody ended gets too long by itself: one problem, not two.
  const isOpen = flags.includes('missing_clock_out');
  return PROBLEM_FLAGS.filter((flag) => flags.includes(flag) && !(isOpen && flag === 'long_entry'));
}

export function isOnTheClock({ flags }: Pick<PayrollPerson, 'flags'>): boolean {
  return flags.includes('on_the_clock');
}

export function workedMinutes(person: PayrollPerson): number {
  return person.regular_minutes + person.overtime_minutes + person.double_time_minutes;
}

/** Someone to pay or to look at in this period. */
export function hasTime(person: PayrollPerson): boolean {
  return person.days_worked > 0 || workedMinutes(person) > 0 || (person.total_earnings ?? 0) !== 0;
}

export function needsLook(person: PayrollPerson): boolean {
  return problemsOf(person).length > 0 || person.signature === 'disputed';
}

export interface PeriodSummary {
  people: number;
  minutes: number;
  regular: number;
  overtime: number;
  double: number;
  overtimePeople: number;
  earningsCents: number;
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
    incomplete: working.some(({ flags }) => flags.includes('no_rate')),
    needLook: working.filter(needsLook).length,
    atWork: working.filter((person) => isOnTheClock(person) && !needsLook(person)).length,
  };
}
