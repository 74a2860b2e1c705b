import { type Period, periodRange } from '@/entities/time-entry/period';
import { ALL_ENTRIES, timeEntriesQuery } from '@/entities/time-entry/time-entries-query';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useFormat } from '@/lib/format-context';
import { type DateRange, instantRange } from '@/lib/time';

/** The caller's own entries of a tab or of given days, also where the caller may see everyone's. */
export function useOwnEntries(period: Period | DateRange, groupBy: 'day' | null = null) {
  const { employee } = useViewer();
  const calendar = useCalendar();
  const { timeZone } = useFormat().preferences;
  const days = typeof period === 'string' ? periodRange(period, calendar) : period;
  return {
    ...timeEntriesQuery(employee?.company_id ?? '', {
      ...ALL_ENTRIES,
      range: instantRange(days, timeZone),
      employeeId: employee?.id ?? null,
      groupBy,
    }),
    enabled: employee !== null,
  };
}
