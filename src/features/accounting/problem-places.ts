import type { PersonDay, Problem, ProblemCode } from '@/features/accounting/api/overview';

/** Where a problem is solved; the codes that are left are solved by matching. */
const BY_TIME: readonly ProblemCode[] = ['running', 'over_24_hours'];
const BY_PAYROLL: readonly ProblemCode[] = ['unapproved', 'not_locked'];

export type Place = 'time' | 'payroll' | 'rates' | 'matching';

export function placeOf(code: ProblemCode): Place {
  if (BY_TIME.includes(code)) return 'time';
  if (code === 'bill_rate_missing') return 'rates';
  return BY_PAYROLL.includes(code) ? 'payroll' : 'matching';
}

/** The address at which somebody solves it. */
export function solvedAt(
  { code }: Problem,
  connectionId: string,
  day?: Pick<PersonDay, 'work_date' | 'employee_id'>,
): string {
  const place = placeOf(code);
  if (place === 'matching')
    return `/settings?tab=connections&connection=${connectionId}&view=matching`;
  if (place === 'rates') return '/tickets/office?tab=rates';
  if (!day) return place === 'payroll' ? '/payroll' : '/time-tracker';
  if (place === 'payroll') return `/payroll?from=${day.work_date}&employee=${day.employee_id}`;
  const { work_date: date, employee_id: id } = day;
  return `/time-tracker?period=custom&from=${date}&to=${date}&employee=${id}`;
}

/** A problem, and how many days of people have it. */
export interface CountedProblem {
  key: string;
  problem: Problem;
  /** The first of those days. */
  first: PersonDay;
  days: number;
}

/** One line for each thing to do, the most frequent first. A person who is not matched is a thing of their own. */
export function thingsToDo(days: readonly PersonDay[]): CountedProblem[] {
  const found = new Map<string, CountedProblem>();
  for (const day of days) {
    for (const problem of day.problems) {
      const about =
        problem.project_id ?? problem.cost_code_id ?? problem.record_id ?? problem.hours_kind ?? '';
      const isPersons = problem.code === 'person_unmapped' || problem.code === 'bill_rate_missing';
      const key = `${problem.code} ${isPersons ? day.employee_id : about}`;
      const known = found.get(key);
      // Days come newest first, so the last one seen is the first day.
      found.set(key, { key, problem, first: day, days: (known?.days ?? 0) + 1 });
    }
  }
  return [...found.values()].toSorted((one, other) => other.days - one.days);
}
