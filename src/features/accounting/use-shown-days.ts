import { useSearchParams } from 'react-router';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Connection } from '@/features/accounting/api/connections';
import { addDays, type DateRange } from '@/lib/time';
import { useToday } from '@/lib/use-today';

const DAYS = [14, 31, 92] as const;
export type DayCount = (typeof DAYS)[number];
export const DAY_COUNTS: readonly DayCount[] = DAYS;

/** The last two weeks, or as many days as the address says, from the first day that is sent on. */
export function useShownDays({ send_from: sendFrom }: Connection): {
  range: DateRange;
  count: DayCount;
} {
  const today = useToday(useViewer().company?.time_zone ?? 'UTC');
  const asked = Number(useSearchParams()[0].get('days'));
  const count = DAYS.find((days) => days === asked) ?? DAYS[0];
  const start = addDays(today, 1 - count);
  const first = start < sendFrom ? sendFrom : start;
  return { range: { start: first > today ? today : first, end: today }, count };
}
