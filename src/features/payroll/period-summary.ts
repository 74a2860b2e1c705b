import type { PayrollPerson } from '@/features/payroll/api/queries';

/** Issues the database names among the flags; `unapproved` and `on_the_clock` are steps of their own. */
const ISSUES = [
  'missing_clock_out',
  'no_rate',
  'below_minimum_wage',
  'long_entry',
  'no_project',
  'no_cost_code',
  'no_classification',
  'changed_after_approval',
  'end_disputed',
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
  return (
    person.days_worked > 0 ||
    workedMinutes(person) > 0 ||
    person.total_earnings !== 0 ||
    (person.reimbursed_pay ?? 0) !== 0
  );
}

const cents = (amount: number | null): number => Math.round((amount ?? 0) * 100);

/** Bonuses, adjustments: what is neither for hours, time off nor a premium. */
export function otherPayCents(person: PayrollPerson): number | null {
  if (person.other_pay === null) return null;
  const { other_pay, leave_pay, premium_pay, fringe_pay } = person;
  return cents(other_pay) - cents(leave_pay) - cents(premium_pay) - cents(fringe_pay);
}

function isReady(person: PayrollPerson): boolean {
  const { approval } = person;
  return (
    !needsReview(person) &&
    !isOnTheClock(person) &&
    (approval === 'approved' || approval === 'nothing')
  );
}

/** Issues that a rate fixes; each is an item of its own. */
export const RATE_ISSUES = ['no_rate', 'below_minimum_wage'] as const;
const ITEMS_OF_THEIR_OWN: readonly string[] = [...RATE_ISSUES, 'missing_clock_out'];

/** What is one item of a person: neither the rate nor an entry nobody ended. */
export function otherIssuesOf(person: Pick<PayrollPerson, 'flags'>): Issue[] {
  return issuesOf(person).filter((issue) => !ITEMS_OF_THEIR_OWN.includes(issue));
}

/** What stands in the list to fix: entries nobody ended, people without a proper rate, and the rest. */
export function issueCount(people: readonly PayrollPerson[], proposals: number): number {
  return people.reduce((sum, person) => {
    const rates = RATE_ISSUES.filter((issue) => person.flags.includes(issue)).length;
    return sum + rates + (otherIssuesOf(person).length > 0 ? 1 : 0);
  }, proposals);
}

export function needsReview(person: PayrollPerson): boolean {
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
  /** Hours of time off, and what of the earnings is for premiums and the rest. */
  leave: number;
  premiumCents: number;
  fringeCents: number;
  otherCents: number;
  /** Beside the earnings. */
  repaidCents: number;
  /** Someone has no rate, so the earnings are not all. */
  incomplete: boolean;
  needReview: number;
  /** Nothing wrong with them, but not ready before they clock out. */
  atWork: number;
  /** Nothing wrong, and every day approved or none to approve. */
  ready: number;
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
    earningsCents: sum(({ total_earnings }) => cents(total_earnings)),
    leave: sum(({ leave_minutes }) => leave_minutes),
    premiumCents: sum(({ premium_pay }) => cents(premium_pay)),
    fringeCents: sum(({ fringe_pay }) => cents(fringe_pay)),
    repaidCents: sum(({ reimbursed_pay }) => cents(reimbursed_pay)),
    otherCents: sum((person) => otherPayCents(person) ?? 0),
    incomplete: working.some(({ flags }) => flags.includes('no_rate')),
    needReview: working.filter(needsReview).length,
    atWork: working.filter((person) => isOnTheClock(person) && !needsReview(person)).length,
    ready: working.filter(isReady).length,
  };
}
