import type { EventKind, EventPayload, NewEvent } from '@/entities/offline/offline-event';
import { queuedEvents } from '@/entities/offline/queue-state';
import { AppError, toAppError } from '@/lib/errors';

/** A weak signal must not keep anyone waiting at the gate. */
const LONGEST_WAIT_MILLISECONDS = 8000;

/** The answer, or a timeout that counts as no signal. */
export function withinReason<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError('timeout')), LONGEST_WAIT_MILLISECONDS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function isNoSignal(cause: unknown): boolean {
  const { code } = toAppError(cause);
  return code === 'offline' || code === 'timeout';
}

/**
 * Tells the server, or writes it down on this device where the server cannot be reached; null then.
 * Ids make it harmless if the request arrived after all. While something waits, what comes after it
 * waits behind it.
 */
export async function orQueueAll<T>(
  send: () => Promise<T>,
  events: readonly NewEvent[],
): Promise<T | null> {
  const at = Date.now();
  if (navigator.onLine && queuedEvents().length === 0) {
    try {
      return await withinReason(send());
    } catch (cause) {
      if (!isNoSignal(cause)) throw cause;
    }
  }
  return (await import('@/entities/offline/queue-event')).queueEvents(events, at);
}

export const orQueue = <T>(
  send: () => Promise<T>,
  kind: EventKind,
  payload: EventPayload,
): Promise<T | null> => orQueueAll(send, [{ kind, payload }]);
