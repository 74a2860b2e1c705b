import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useQueuedEvents } from '@/entities/offline/queue-state';
import { adoptEarlierQueue, readQueue } from '@/features/kiosk/api/kiosk-queue';
import { sendKioskQueue } from '@/features/kiosk/api/kiosk-sender';
import { kitQuery } from '@/features/kiosk/api/queries';
import { startServiceWorker } from '@/lib/service-worker';

async function send(): Promise<void> {
  if ((await readQueue()).length > 0 && navigator.onLine) await sendKioskQueue();
}

/** Sends what waits when there is a signal, and stores the kit for when there is none. Answers how many punches wait. */
export function useKioskOffline(isPaired: boolean): number {
  const waiting = useQueuedEvents().length;
  useQuery({ ...kitQuery(), enabled: isPaired });
  useEffect(() => {
    const look = () => void send().catch(() => undefined);
    void adoptEarlierQueue()
      .catch(() => undefined)
      .then(look);
    void startServiceWorker();
    window.addEventListener('online', look);
    return () => window.removeEventListener('online', look);
  }, []);
  return waiting;
}
