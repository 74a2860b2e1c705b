import type { PayrollPerson } from '@/features/payroll/api/queries';
import { hasTime, isOnTheClock, needsReview } from '@/features/payroll/period-summary';

export const STEPS = ['fix', 'approve', 'lock', 'export'] as const;
export type StepId = (typeof STEPS)[number];

export interface RunFacts {
  /** Issues in the list to fix. */
  issues: number;
  /** People with days to approve, and those of them who are approved. */
  toApprove: number;
  approved: number;
  /** Those this person can approve right now. */
  approvable: number;
  /** Anybody to pay at all. */
  hasPay: boolean;
  locked: boolean;
  current: boolean;
  /** When the locked period was exported last; null: not since it was locked. */
  exportedAt: string | null;
}

export type StepState = 'done' | 'next' | 'later';

/** What is to be done next; null: nothing, or nothing yet. */
export function nextStep(facts: RunFacts): StepId | null {
  if (facts.locked) return facts.exportedAt === null ? 'export' : null;
  if (facts.issues > 0) return 'fix';
  if (facts.approvable > 0) return 'approve';
  return facts.current || !facts.hasPay ? null : 'lock';
}

export function stepState(step: StepId, facts: RunFacts): StepState {
  const done: Record<StepId, boolean> = {
    fix: facts.locked || (facts.issues === 0 && facts.hasPay),
    approve: facts.locked || (facts.toApprove > 0 && facts.approved === facts.toApprove),
    lock: facts.locked,
    export: facts.locked && facts.exportedAt !== null,
  };
  if (done[step]) return 'done';
  return nextStep(facts) === step ? 'next' : 'later';
}

/** Who can be approved without anybody looking first; `ownId`: whose time others approve. */
export function isApprovable(person: PayrollPerson, ownId: string | null): boolean {
  return (
    person.days_approved < person.days_worked &&
    !needsReview(person) &&
    !isOnTheClock(person) &&
    person.employee_id !== ownId
  );
}

export interface RunPeriod {
  locked: boolean;
  current: boolean;
  exportedAt: string | null;
}

export function runFacts(
  people: readonly PayrollPerson[],
  issues: number,
  ownId: string | null,
  { locked, current, exportedAt }: RunPeriod,
): RunFacts {
  const withDays = people.filter(({ days_worked }) => days_worked > 0);
  return {
    issues,
    toApprove: withDays.length,
    approved: withDays.filter(({ approval }) => approval === 'approved').length,
    approvable: people.filter((person) => isApprovable(person, ownId)).length,
    hasPay: people.some(hasTime),
    locked,
    current,
    exportedAt,
  };
}
