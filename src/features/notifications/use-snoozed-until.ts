import { useQuery } from '@tanstack/react-query';
import { quietHoursQuery } from '@/features/notifications/api/quiet-hours';
import { useNowSeconds } from '@/lib/use-now';

/** Until when the viewer is left alone; null when that is over or was never asked for. */
export function useSnoozedUntil(employeeId: string): string | null {
  const { data } = useQuery(quietHoursQuery(employeeId));
  const now = useNowSeconds();
  const until = data?.snoozed_until ?? null;
  return until !== null && Date.parse(until) > now * 1000 ? until : null;
}
