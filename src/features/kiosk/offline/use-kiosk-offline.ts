import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useQueuedEvents } from '@/entities/offline/queue-state';
import { hasExtras, sendExtras } from '@/features/kiosk/api/kiosk-extras';
import { readQueue, sendKioskEvents } from '@/features/kiosk/api/kiosk-queue';
import { kitQuery } from '@/features/kiosk/api/queries';
import { startServiceWorker } from '@/lib/service-worker';

const TRY_MILLISECONDS = 15_000;

/** Sends what waits when there is a signal, and keeps the kit for when there is none. Answers how many wait. */
export function useKioskOffline(isPaired: boolean): number {
  const client = useQueryClient();
  const waiting = useQueuedEvents().length;
  useQuery({ ...kitQuery(), enabled: isPaired });
  const send = useEffectEvent(async () => {
    const kept = await readQueue();
    if (!navigator.onLine || (kept.length === 0 && !(await hasExtras()))) return;
    if (kept.length > 0) await sendKioskEvents();
    if ((await readQueue()).length === 0) await sendExtras();
    await client.invalidateQueries({ queryKey: ['kiosk'] });
  });
  useEffect(() => {
    const look = () => void send().catch(() => undefined);
    look();
    void startServiceWorker();
    const timer = setInterval(look, TRY_MILLISECONDS);
    window.addEventListener('online', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', look);
    };
  }, []);
  return waiting;
}
