import { storeAnswered } from '@/entities/offline/answered-events';
import { authorizationOf } from '@/entities/offline/authorization';
import { sendInBackground } from '@/entities/offline/background-sending';
import { changeEvents, discardEvents, enqueue, removeSent } from '@/entities/offline/event-queue';
import {
  type CallKind,
  type EventKind,
  type EventPayload,
  laneOf,
  type NewEvent,
  type OfflineEvent,
} from '@/entities/offline/offline-event';
import { keepQuiet, markBeingSent } from '@/entities/offline/queue-state';
import { readQueue } from '@/entities/offline/queue-store';
import { commitToViewer } from '@/entities/running-entry/update-running-entry';
import { sessionState } from '@/entities/session/session-store';
import { callByName } from '@/lib/call-by-name';
import { locationForPunch } from '@/lib/device-location';
import { AppError, isRefused, unwrap } from '@/lib/errors';
import { keepTrying } from '@/lib/keep-trying';
import { queryClient } from '@/lib/query-client';
import { withSendLock } from '@/lib/send-lock';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { text } from '@/lib/translation';
import { uuidv7 } from '@/lib/uuid';
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
  const queue = (await readQueue(userId)).filter(
    (event) => laneOf(event) === 'ordered' && !event.problem && !event.early,
  );
  const place = queue.findIndex(({ id }) => id === saved[0]?.id);
  if (place !== 0) return place < 0 ? 'sent elsewhere' : 'waiting';
  if (!(await authorizationOf(userId))) return 'waiting';
  const answer = await send(signal);
  const answeredAt = Date.now();
  await commitToViewer(queryClient, saved, answeredAt);
  await storeAnswered(userId, saved, answeredAt);
  await removeSent(userId, new Set(saved.map(({ id }) => id)));
  return { answer };
}

type Sender = typeof import('@/entities/offline/send-events');

/** Once at a time, however much is saved. */
export function saySaved(): void {
  toast.success(text('common:queue.saved'), {
    id: 'queue-saved',
    description: text('common:queue.savedText'),
  });
}

/** Says where it is, and plans to send it. Whoever only looked at a bulletin need not hear of it. */
async function leaveInQueue(saved: readonly OfflineEvent[], located: Promise<void>): Promise<null> {
  if (saved.some(({ kind }) => kind !== 'bulletin')) saySaved();
  await located;
  void withSender(({ scheduleSending }) => scheduleSending());
  return null;
}

/** What is on the disk is sent by the next start as well, should this file not arrive before. */
async function withSender(use: (sender: Sender) => unknown): Promise<void> {
  use(await keepTrying(() => import('@/entities/offline/send-events')));
}

/** Writes down what goes with files, then begins to send it beside everything else. */
export async function saveAttachments(news: readonly NewEvent[]): Promise<void> {
  const userId = sessionState().user?.id;
  if (!userId) throw new AppError('offline');
  keepQuiet(news.flatMap(({ id }) => id ?? []));
  await enqueue(userId, news, Date.now());
  void withSender(({ sendAttachments }) => sendAttachments());
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
  const made = news.map((event) => ({ ...event, id: event.id ?? uuidv7() }));
  const ids = made.map(({ id }) => id);
  // Before the screen shows it: a clock that may still be refused takes nothing from who chose its work.
  const finish = navigator.onLine ? markBeingSent(ids) : null;
  try {
    return await saveThenSend(send, made, ids);
  } finally {
    finish?.();
  }
}

async function saveThenSend<T>(
  send: (signal: AbortSignal) => Promise<T>,
  news: readonly NewEvent[],
  ids: readonly string[],
): Promise<T | null> {
  const userId = sessionState().user?.id;
  // A browser that stores nothing still punches while there is a signal.
  const saved = userId ? await enqueue(userId, news, Date.now()).catch(() => null) : null;
  if (!userId || !saved) return withTimeout(send, SEND_TIMEOUT_MS);
  void sendInBackground(userId).catch(() => undefined);
  const located = addLocation(userId, saved).catch(() => undefined);
  if (!navigator.onLine) return leaveInQueue(saved, located);
  try {
    const outcome = await withTimeout(
      (signal) =>
        withSendLock(
          'ordered',
          () => untilAborted(sendFirst(userId, saved, send, signal), signal),
          signal,
        ),
      SEND_TIMEOUT_MS,
    );
    if (outcome === 'waiting') return await leaveInQueue(saved, located);
    return outcome === 'sent elsewhere' ? null : outcome.answer;
  } catch (cause) {
    if (!isRefused(cause)) return leaveInQueue(saved, located);
    await discardEvents(userId, new Set(ids));
    throw cause;
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
      const call = callByName(supabase(), rpc, args);
      return { answer: unwrap(await call.abortSignal(signal)) as T };
    },
    kind,
    { rpc, args },
  );
