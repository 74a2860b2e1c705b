import type { Determination } from '@/features/public-work/contract/api/queries';
import { addDays, weekDayOf } from '@/lib/time';

const STATES = ['current', 'upcoming', 'replaced'] as const;

type Dated = Pick<Determination, 'number' | 'effective_from'>;

/** What a determination is on a day: of each number the newest that has begun counts. */
export function stateOf(
  { number, effective_from }: Dated,
  all: readonly Dated[],
  today: string,
): (typeof STATES)[number] {
  if (effective_from > today) return 'upcoming';
  const isReplaced = all.some(
    (other) =>
      other.number === number &&
      other.effective_from > effective_from &&
      other.effective_from <= today,
  );
  return isReplaced ? 'replaced' : 'current';
}

/** By number, and under it what counts now first. */
export function inOrder<Row extends Dated>(all: readonly Row[], today: string): Row[] {
  const placeOf = (row: Row): number => STATES.indexOf(stateOf(row, all, today));
  return all.toSorted(
    (one, other) =>
      one.number.localeCompare(other.number) ||
      placeOf(one) - placeOf(other) ||
      other.effective_from.localeCompare(one.effective_from),
  );
}

/** The last day of the contract's week if a change on this day falls inside it, else null. */
export function weekEndInside(effectiveFrom: string, weekEndsOn: number): string | null {
  const ahead = (weekEndsOn - weekDayOf(effectiveFrom) + 7) % 7;
  // The first day of a week is six days before its last.
  return ahead === 6 ? null : addDays(effectiveFrom, ahead);
}
