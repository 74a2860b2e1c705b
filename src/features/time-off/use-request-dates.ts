import type { TimeOffRequest } from '@/entities/time-off/time-off-queries';
import { useFormat } from '@/lib/format-context';

/** `Tue, Nov 24` or `Tue, Nov 24 – Fri, Nov 27`. */
export function useRequestDates() {
  const format = useFormat();
  return ({ start_date, end_date }: Pick<TimeOffRequest, 'start_date' | 'end_date'>): string =>
    start_date === end_date
      ? format.weekdayDate(start_date)
      : `${format.weekdayDate(start_date)} – ${format.weekdayDate(end_date)}`;
}
