import { useEffect } from 'react';
import { FIRST_SCREEN_MILLISECONDS } from '@/app/shell/first-screen';
import { mayHaveUnsent } from '@/entities/offline/queue-state';
import { useSession } from '@/entities/session/use-session';
import { useViewer } from '@/entities/viewer/use-viewer';
import { keepTrying } from '@/lib/keep-trying';

/** Starts the work without a signal: at once where it matters, else when the first screen stands. */
export function useOffline(): void {
  const { status, user } = useSession();
  const userId = user?.id ?? null;
  const { employee, company, public_work: hasPublicWork = false, custom_fields } = useViewer();
  const hasCustomFields = custom_fields?.includes('time_entries') === true;
  const employeeId = employee?.id ?? null;
  const companyId = employee?.company_id ?? '';
  const timeZone = company?.time_zone ?? 'UTC';
  const clocksOthers = employee?.role === 'foreman';
  const canSend = status === 'signed-in';
  useEffect(() => {
    if (!userId) return;
    let stop: (() => void) | null = null;
    const left = new AbortController();
    const start = async (): Promise<void> => {
      const load = () => import('@/entities/offline/offline-work');
      const { startOfflineWork } = await keepTrying(load, left.signal);
      if (left.signal.aborted) return;
      const asked = { hasPublicWork, hasCustomFields };
      const who = { userId, employeeId, companyId, timeZone, clocksOthers, ...asked };
      stop = startOfflineWork(who, canSend);
    };
    const pressing = !navigator.onLine || mayHaveUnsent();
    const timer = setTimeout(
      () => void start().catch(() => undefined),
      pressing ? 0 : FIRST_SCREEN_MILLISECONDS,
    );
    return () => {
      left.abort();
      clearTimeout(timer);
      stop?.();
    };
  }, [
    userId,
    employeeId,
    companyId,
    timeZone,
    clocksOthers,
    hasPublicWork,
    hasCustomFields,
    canSend,
  ]);
}
