import type { Calendar } from '@/entities/time-entry/period';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';

/** Today by the server's clock in the user's zone, and the day their weeks begin. */
export function useCalendar(): Calendar {
  const { preferences, company } = useViewer();
  const today = useToday(useFormat().preferences.timeZone);
  return { today, weekStart: preferences?.week_start ?? company?.week_start ?? 0 };
}
