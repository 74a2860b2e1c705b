import { QueryObserver } from '@tanstack/react-query';
import { closeQueue, openQueue } from '@/entities/offline/event-queue';
import { forgetOthers, keepData } from '@/entities/offline/kept-data';
import '@/entities/offline/queue-event';
import { sendEvents } from '@/entities/offline/send-events';
import { keptTimeQuery } from '@/entities/time-entry/kept-time';
import { queryClient } from '@/lib/query-client';
import { lookForUpdate, startServiceWorker } from '@/lib/service-worker';

/** Keeps what the clock needs on this device, and sends what waits when there is a signal. */
export function startOfflineWork(
  userId: string,
  employeeId: string | null,
  canSend: boolean,
): () => void {
  const stopKeeping = keepData(userId);
  void forgetOthers(userId).catch(() => undefined);
  // Asked again whenever time changes, as everything that shows time.
  const stopOwnTime = employeeId
    ? new QueryObserver(queryClient, keptTimeQuery(employeeId)).subscribe(() => undefined)
    : null;
  const look = (): void => {
    if (document.visibilityState === 'hidden') return;
    // Sending reads the queue first; without a signal it is only shown.
    if (canSend && navigator.onLine) void sendEvents();
    else void openQueue(userId).catch(() => undefined);
    void lookForUpdate();
  };
  look();
  void startServiceWorker();
  window.addEventListener('online', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    stopKeeping();
    stopOwnTime?.();
    closeQueue();
    window.removeEventListener('online', look);
    document.removeEventListener('visibilitychange', look);
  };
}
