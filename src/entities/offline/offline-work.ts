import { closeQueue, openQueue } from '@/entities/offline/event-queue';
import { keepData } from '@/entities/offline/kept-data';
import '@/entities/offline/queue-event';
import { sendEvents } from '@/entities/offline/send-events';
import { startServiceWorker } from '@/lib/service-worker';

/** Keeps what the clock needs on this device, and sends what waits when there is a signal. */
export function startOfflineWork(userId: string, canSend: boolean): () => void {
  const stopKeeping = keepData(userId);
  const look = (): void => {
    if (document.visibilityState === 'hidden') return;
    // Sending reads the queue first; without a signal it is only shown.
    if (canSend && navigator.onLine) void sendEvents();
    else void openQueue(userId).catch(() => undefined);
  };
  look();
  void startServiceWorker();
  window.addEventListener('online', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    stopKeeping();
    closeQueue();
    window.removeEventListener('online', look);
    document.removeEventListener('visibilitychange', look);
  };
}
