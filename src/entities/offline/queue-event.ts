import i18next from 'i18next';
import { sendInBackground } from '@/entities/offline/background-sending';
import { enqueue } from '@/entities/offline/event-queue';
import type { EventKind, NewEvent } from '@/entities/offline/offline-event';
import { scheduleSending } from '@/entities/offline/send-events';
import { sessionState } from '@/entities/session/session-store';
import { locationForPunch } from '@/lib/device-location';
import { AppError } from '@/lib/errors';
import { toast } from '@/lib/toast';

/** Moments that have a place: one's own punches. */
const PLACED: ReadonlySet<EventKind> = new Set(['clock_in', 'clock_out', 'switch']);

/** The position of that moment goes with the event, as it would have gone with the punch. */
async function withLocation(events: readonly NewEvent[]): Promise<readonly NewEvent[]> {
  const isPlaced = ({ kind, employee_id }: NewEvent) => PLACED.has(kind) && !employee_id;
  const location = events.some(isPlaced) ? await locationForPunch() : null;
  if (!location) return events;
  return events.map((event) =>
    isPlaced(event) ? { ...event, payload: { ...event.payload, location } } : event,
  );
}

/** Keeps them on this device, says so, and plans to send them. */
export async function queueEvents(events: readonly NewEvent[], happenedAt: number): Promise<null> {
  const userId = sessionState().user?.id;
  if (!userId) throw new AppError('offline');
  await enqueue(userId, await withLocation(events), happenedAt);
  toast.success(i18next.t('timer:toast.saved'), {
    description: i18next.t('timer:toast.savedText'),
  });
  scheduleSending();
  void sendInBackground(userId).catch(() => undefined);
  return null;
}
