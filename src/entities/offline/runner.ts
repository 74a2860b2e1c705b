import { useSyncExternalStore } from 'react';
import {
  BATCH_TIMEOUT_MS,
  type Delivery,
  deliver,
  nextBatch,
  type Transport,
} from '@/entities/offline/deliver';
import { openQueue } from '@/entities/offline/event-queue';
import { type Lane, laneOf, type OfflineEvent } from '@/entities/offline/offline-event';
import { allQueued, markUnderway, noteSendingFiles } from '@/entities/offline/queue-state';
import { AppError, toAppError } from '@/lib/errors';
import { TOO_EARLY } from '@/lib/refused-status';
import { ifSendLockIsFree } from '@/lib/send-lock';
import { checkForUpdate } from '@/lib/service-worker';
import { withTimeout } from '@/lib/with-timeout';

const FIRST_PAUSE_MS = 2000;
const MAX_PAUSE_MS = 60_000;
/** The server does not know the call any more. */
const OUTDATED = ['PGRST202', 'http_404', 'http_410'];

export interface Sending {
  busy: boolean;
  /** Why the last try failed, as a code with words of ours; null: it did not. */
  problem: string | null;
  /** When the next try begins by itself. */
  nextTryAt: number | null;
}

export interface RunnerOptions {
  lane: Lane;
  /** Whose queue may be sent now; null: nobody's. */
  account: () => string | null;
  /** The way to the server in the name of that account; null: it is not signed in any more. */
  connect: (userId: string, signal: AbortSignal) => Promise<Transport | null>;
  /** Writes down what the server said, and refreshes what shows it. */
  settle: (userId: string, delivery: Delivery) => Promise<void>;
  /** Batches on their way at the same time. */
  atOnce?: number;
}

export interface Runner {
  /** Sends what waits. Tried again by itself, less and less often, until all is sent. */
  run: () => Promise<void>;
  /** Plans the next try. */
  schedule: () => void;
  useSending: () => Sending;
}

/** Sends one lane of the queue: in order, one sender on this device at a time, with growing pauses. */
export function createRunner(options: RunnerOptions): Runner {
  const { lane, account, connect, settle, atOnce = 1 } = options;
  let state: Sending = { busy: false, problem: null, nextTryAt: null };
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const become = (next: Partial<Sending>): void => {
    if (lane === 'attachments' && next.busy !== undefined) noteSendingFiles(next.busy);
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const waits = (event: OfflineEvent): boolean => laneOf(event) === lane && !event.problem;

  const sendBatch = async (userId: string, batch: readonly OfflineEvent[]): Promise<boolean> => {
    const arrive = markUnderway(batch.map(({ id }) => id));
    const send = async (signal: AbortSignal): Promise<Delivery | null> => {
      const transport = await connect(userId, signal);
      return transport && deliver(batch, transport);
    };
    try {
      // Files take as long as they take; what stalls is ended where it is sent.
      const delivery = await (lane === 'ordered'
        ? withTimeout(send, BATCH_TIMEOUT_MS)
        : send(new AbortController().signal));
      if (!delivery) return false;
      await settle(userId, delivery);
      const { done, held, refused, early } = delivery;
      // What was not answered is asked again later; nothing may pass it.
      return done.length + held.length + refused.length + early.length === batch.length;
    } finally {
      arrive();
    }
  };

  /** Each event once in a run. */
  const drain = async (userId: string, tried: Set<string>): Promise<void> => {
    while (account() === userId) {
      const batch = nextBatch(lane, await openQueue(userId), tried);
      for (const { id } of batch) tried.add(id);
      if (batch.length === 0 || !(await sendBatch(userId, batch))) return;
    }
  };

  const drainAll = async (userId: string): Promise<void> => {
    const tried = new Set<string>();
    const lines = Array.from({ length: atOnce }, () => drain(userId, tried));
    const failed = (await Promise.allSettled(lines)).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    // Too early, or behind what waits: less and less often, as after any other failure.
    if (account() === userId && (await openQueue(userId)).some(waits))
      throw new AppError(TOO_EARLY);
  };

  const attempt = async (userId: string): Promise<void> => {
    try {
      if (await ifSendLockIsFree(lane, () => drainAll(userId))) failures = 0;
      else await openQueue(userId);
      become({ busy: false, problem: null });
    } catch (cause) {
      failures += 1;
      const { code } = toAppError(cause);
      const isOutdated = OUTDATED.includes(code);
      become({ busy: false, problem: isOutdated ? 'outdated' : code });
      // A server that no longer understands this app has a newer one; what waits stays here.
      if (isOutdated) void checkForUpdate(true);
    }
  };

  const run = async (): Promise<void> => {
    const userId = account();
    if (state.busy || !userId) return;
    clearTimeout(timer);
    become({ busy: true, nextTryAt: null });
    await attempt(userId);
    schedule();
  };

  const schedule = (): void => {
    clearTimeout(timer);
    if (!allQueued().some(waits)) return;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
    become({ nextTryAt: Date.now() + pause });
    timer = setTimeout(() => void run(), pause);
  };

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { run, schedule, useSending: () => useSyncExternalStore(subscribe, () => state) };
}
