import i18next from 'i18next';
import { storeAnswered } from '@/entities/offline/answered-events';
import { sendInBackground } from '@/entities/offline/background-sending';
import { changeEvents, enqueue, removeSent } from '@/entities/offline/event-queue';
import type {
  CallKind,
  EventKind,
  EventPayload,
  NewEvent,
  OfflineEvent,
} from '@/entities/offline/offline-event';
import { markBeingSent } from '@/entities/offline/queue-state';
import { readQueue } from '@/entities/offline/queue-store';
import { commitToViewer } from '@/entities/running-entry/update-running-entry';
import { sessionState } from '@/entities/session/session-store';
import { locationForPunch } from '@/lib/device-location';
import { isRefused, unwrap } from '@/lib/errors';
import { keepTrying } from '@/lib/keep-trying';
import { queryClient } from '@/lib/query-client';
import { withSendLock } from '@/lib/send-lock';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { untilAborted, withTimeout } from '@/lib/with-timeout';

/** A weak signal must not keep anyone waiting at the gate. */
export const SEND_TIMEOUT_MS = 8000;

/** Moments that have a place: one's own punches. */
const PLACED: ReadonlySet<EventKind> = new Set(['clock_in', 'clock_out', 'switch']);
const isPlaced = ({ kind, employee_id }: NewEvent): boolean => PLACED.has(kind) && !employee_id;

/** The position of that moment goes with the event; the event does not wait for it. */
async function addLocation(userId: string, saved: readonly OfflineEvent[]): Promise<void> {
  const ids = new Set(saved.filter(isPlaced).map(({ id }) => id));
  const location = ids.size > 0 ? await locationForPunch() : null;
  if (!location) return;
  await changeEvents(userId, ids, (event) => ({
    ...event,
    payload: { ...event.payload, location },
  }));
}

type Outcome<T> = { answer: T } | 'waiting' | 'sent elsewhere';

/** In order: not while something older waits, nor again where another sender on this device was first. */
async function sendFirst<T>(
  userId: string,
  saved: readonly OfflineEvent[],
  send: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  const queue = (await readQueue(userId)).filter(({ problem, early }) => !problem && !early);
  const place = queue.findIndex(({ id }) => id === saved[0]?.id);
  if (place !== 0) return place < 0 ? 'sent elsewhere' : 'waiting';
  const answer = await send(signal);
  await storeAnswered(userId, saved, Date.now());
  await commitToViewer(queryClient, saved);
  await removeSent(userId, new Set(saved.map(({ id }) => id)));
  return { answer };
}

/** These say it in words of their own. */
const SAYS_IT_ITSELF: readonly EventKind[] = ['answers', 'bulletin'];

/** Says where it is, and plans to send it. */
async function leaveInQueue(saved: readonly OfflineEvent[], located: Promise<void>): Promise<null> {
  if (saved.some(({ kind }) => !SAYS_IT_ITSELF.includes(kind))) {
    toast.success(i18next.t('timer:toast.saved'), {
      description: i18next.t('timer:toast.savedText'),
    });
  }
  await located;
  // What is on the disk is sent by the next start as well, should this file not arrive before.
  void keepTrying(() => import('@/entities/offline/send-events')).then(({ scheduleSending }) =>
    scheduleSending(),
  );
  return null;
}

/**
 * Writes down what a person did, then sends it: whenever the page ends, the device or the server has
 * it, and the ids make a repeat harmless. Null: it waits on this device. A refusal removes it again
 * and is thrown. While something waits, what comes after it waits behind it.
 */
export async function saveAndSendAll<T>(
  send: (signal: AbortSignal) => Promise<T>,
  news: readonly NewEvent[],
): Promise<T | null> {
  const userId = sessionState().user?.id;
  // A browser that stores nothing still punches while there is a signal.
  const saved = userId ? await enqueue(userId, news, Date.now()).catch(() => null) : null;
  if (!userId || !saved) return withTimeout(send, SEND_TIMEOUT_MS);
  void sendInBackground(userId).catch(() => undefined);
  const located = addLocation(userId, saved).catch(() => undefined);
  if (!navigator.onLine) return leaveInQueue(saved, located);
  const ids = saved.map(({ id }) => id);
  const finish = markBeingSent(ids);
  try {
    const outcome = await withTimeout(
      (signal) =>
        withSendLock(() => untilAborted(sendFirst(userId, saved, send, signal), signal), signal),
      SEND_TIMEOUT_MS,
    );
    if (outcome === 'waiting') return await leaveInQueue(saved, located);
    return outcome === 'sent elsewhere' ? null : outcome.answer;
  } catch (cause) {
    if (!isRefused(cause)) return leaveInQueue(saved, located);
    await removeSent(userId, new Set(ids));
    throw cause;
  } finally {
    finish();
  }
}

export const saveAndSend = <T>(
  send: (signal: AbortSignal) => Promise<T>,
  kind: EventKind,
  payload: EventPayload,
): Promise<T | null> => saveAndSendAll(send, [{ kind, payload }]);

/** A call of its own, which may be repeated without harm; null: it waits on this device. */
export const saveAndCall = <T>(
  kind: CallKind,
  rpc: string,
  args: object,
): Promise<{ answer: T } | null> =>
  saveAndSend(
    async (signal) => {
      const call = supabase().rpc(rpc as 'sync_events', args as never);
      return { answer: unwrap(await call.abortSignal(signal)) as T };
    },
    kind,
    { rpc, args },
  );
