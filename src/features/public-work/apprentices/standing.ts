import type { Step } from '@/features/public-work/apprentices/api/queries';
import type { IsoDate } from '@/lib/format';
import { addDays } from '@/lib/time';

/** How long before a change of step somebody should know. */
const SOON_DAYS = 30;

/** Where an apprentice stands today. */
export interface Standing {
  employeeId: string;
  /** In their order. */
  steps: Step[];
  current: Step | null;
  next: Step | null;
  /** `moves_up`: the next step begins soon. `runs_out`: the step ends soon, or has ended, and none follows. */
  due: 'moves_up' | 'runs_out' | null;
}

function standingOf(employeeId: string, steps: Step[], today: IsoDate): Standing {
  const current =
    steps.find(
      ({ from_date, to_date }) => from_date <= today && (to_date === null || to_date >= today),
    ) ?? null;
  const next = steps.find(({ from_date }) => from_date > today) ?? null;
  const soon = addDays(today, SOON_DAYS);
  // A program that was left or finished long ago needs nobody's attention.
  const last = current ?? (next ? null : (steps.at(-1) ?? null));
  const end = last?.to_date ?? null;
  const movesUp = next !== null && next.from_date <= soon;
  const runsOut = next === null && end !== null && end <= soon && end >= addDays(today, -SOON_DAYS);
  return {
    employeeId,
    steps,
    current,
    next,
    due: movesUp ? 'moves_up' : runsOut ? 'runs_out' : null,
  };
}

/** By person, in the order of the steps. */
export function standings(steps: readonly Step[], today: IsoDate): Standing[] {
  const byPerson = Map.groupBy(steps, ({ employee_id }) => employee_id);
  return [...byPerson].map(([employeeId, own]) =>
    standingOf(
      employeeId,
      [...own].sort((one, other) => one.from_date.localeCompare(other.from_date)),
      today,
    ),
  );
}
