import type { BadgeTone } from '@/components/ui/badge';
import type { PayrollWeek, WeekState } from '@/features/public-work/report/api/queries';

export const STATE_TONES: Record<WeekState, BadgeTone> = {
  missing: 'attention',
  not_approved: 'attention',
  ready: 'primary',
  signed: 'primary',
  delivered: 'success',
  needs_correction: 'attention',
};

export const isSigned = ({ state }: Pick<PayrollWeek, 'state'>): boolean =>
  state === 'signed' || state === 'delivered' || state === 'needs_correction';

/** Weeks that are not signed although a later one is: the sequence of numbers jumps over them. */
export function missingInSequence<Week extends PayrollWeek>(weeks: readonly Week[]): Week[] {
  const lastSigned = weeks
    .filter(isSigned)
    .map(({ week_end }) => week_end)
    .toSorted()
    .at(-1);
  if (!lastSigned) return [];
  return weeks
    .filter((week) => !isSigned(week) && week.week_end < lastSigned)
    .toSorted((one, other) => one.week_end.localeCompare(other.week_end));
}
