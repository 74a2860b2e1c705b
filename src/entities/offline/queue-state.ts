import { useMemo, useSyncExternalStore } from 'react';
import { type EventKind, laneOf, type OfflineEvent } from '@/entities/offline/offline-event';
import { serverNow } from '@/lib/server-clock';

/** Tells the next start that the queue is worth reading before anything else. */
const UNSENT_KEY = 'chalkline.unsent';
/** An answer that comes this soon needs no word about waiting. */
const QUIET_MILLISECONDS = 1500;

let queue: readonly OfflineEvent[] = [];
/** Of the queue, what is sent in order: the work itself. */
let events: readonly OfflineEvent[] = [];
/** On this device's disk and on their way to the server for the first time. */
let beingSent: ReadonlySet<string> = new Set();
/** Of those, the ones that went off a moment ago. */
let quiet: ReadonlySet<string> = new Set();
/** On their way right now, with the bytes of their files that have arrived. */
let underway: ReadonlyMap<string, number> = new Map();
/** Whether files are being sent: those behind them are no news. */
let isSendingFiles = false;
let unsent: readonly OfflineEvent[] = [];
/** Whether the person was shown that something waits. */
let hasWaited = false;
/** When the last of what waited was sent; null: nothing had to wait. */
let allSentAt: number | null = null;
const listeners = new Set<() => void>();

const isSame = (one: readonly OfflineEvent[], other: readonly OfflineEvent[]): boolean =>
  one.length === other.length && one.every((event, at) => event === other[at]);

const isUnsent = (event: OfflineEvent): boolean =>
  !quiet.has(event.id) &&
  (laneOf(event) === 'ordered' || event.problem !== undefined || !isSendingFiles);

function notify(): void {
  const nextUnsent = queue.filter(isUnsent);
  if (!isSame(nextUnsent, unsent)) unsent = nextUnsent;
  if (unsent.length > 0) hasWaited = true;
  for (const listener of listeners) listener();
}

/** Everything of this account that the server has not answered for, as far as it was read from the device. */
export const allQueued = (): readonly OfflineEvent[] => queue;

/** The work of this account that the server has not answered for. */
export const queuedEvents = (): readonly OfflineEvent[] => events;

/** `isSent`: what is no longer in it has reached the server. */
export function showQueue(next: readonly OfflineEvent[], isSent = false): void {
  if (queue.length === 0 && next.length === 0) return;
  queue = next;
  if (next.length === 0) {
    if (hasWaited) allSentAt = isSent ? serverNow() : null;
    hasWaited = false;
  }
  const work = next.filter((event) => laneOf(event) === 'ordered');
  if (!isSame(work, events)) events = work;
  notify();
}

const without = (ids: ReadonlySet<string>, some: readonly string[]): ReadonlySet<string> =>
  new Set([...ids].filter((id) => !some.includes(id)));

/** Marks events as on their way; call what it returns when the way has ended. */
export function markUnderway(ids: readonly string[]): () => void {
  underway = new Map([...underway, ...ids.map((id) => [id, 0] as const)]);
  notify();
  return () => {
    underway = new Map([...underway].filter(([id]) => !ids.includes(id)));
    notify();
  };
}

export function noteSendingFiles(now: boolean): void {
  isSendingFiles = now;
  notify();
}

/** So many bytes of its file have arrived. */
export function noteProgress(id: string, bytes: number): void {
  if (!underway.has(id)) return;
  underway = new Map([...underway, [id, bytes]]);
  notify();
}

/** No word about these for a moment, or until what it returns is called. */
export function keepQuiet(ids: readonly string[]): () => void {
  quiet = new Set([...quiet, ...ids]);
  const speak = (): void => {
    clearTimeout(timer);
    quiet = without(quiet, ids);
    notify();
  };
  const timer = setTimeout(speak, QUIET_MILLISECONDS);
  return speak;
}

/** Marks events as on their way for the first time; call what it returns when the way has ended. */
export function markBeingSent(ids: readonly string[]): () => void {
  beingSent = new Set([...beingSent, ...ids]);
  const speak = keepQuiet(ids);
  const arrive = markUnderway(ids);
  return () => {
    beingSent = without(beingSent, ids);
    speak();
    arrive();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves once the server has answered for this work, or it was taken back. */
export function untilLeftQueue(isWanted: (event: OfflineEvent) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (events.some(isWanted)) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribe(check);
    check();
  });
}

/** The work the server has not answered for: what the screen counts on. */
export function useQueuedEvents(): readonly OfflineEvent[] {
  return useSyncExternalStore(subscribe, queuedEvents);
}

/** What waits on this device for longer than a request takes: what the person should know of. */
export function useUnsentEvents(): readonly OfflineEvent[] {
  return useSyncExternalStore(subscribe, () => unsent);
}

/** When everything that had to wait was sent; null while some waits or none had to. */
export function useAllSentAt(): number | null {
  return useSyncExternalStore(subscribe, () => (queue.length === 0 ? allSentAt : null));
}

/** Whether this entry was started here a moment ago and may still be refused. */
export function useIsBeingStarted(entryId: string | null): boolean {
  return useSyncExternalStore(subscribe, () =>
    events.some(({ id, payload }) => beingSent.has(id) && payload.entry_id === entryId),
  );
}

/** In these words on every screen; what was sent is in the queue no longer. */
export type QueueState = 'waiting' | 'sending' | 'refused';

export interface Queued {
  event: OfflineEvent;
  state: QueueState;
  /** Bytes of its file that have arrived. */
  sent: number;
}

const stateOf = ({ id, problem }: OfflineEvent): QueueState =>
  problem ? 'refused' : underway.has(id) ? 'sending' : 'waiting';

/** Everything of this kind that was not sent yet, with its state. */
export function useQueued(kind?: EventKind): readonly Queued[] {
  const all = useSyncExternalStore(subscribe, allQueued);
  const now = useSyncExternalStore(subscribe, () => underway);
  return useMemo(
    () =>
      all
        .filter((event) => kind === undefined || event.kind === kind)
        .map((event) => ({ event, state: stateOf(event), sent: now.get(event.id) ?? 0 })),
    [all, now, kind],
  );
}

export function markUnsent(some: boolean): void {
  if (some) localStorage.setItem(UNSENT_KEY, 'yes');
  else localStorage.removeItem(UNSENT_KEY);
}

export function mayHaveUnsent(): boolean {
  return localStorage.getItem(UNSENT_KEY) !== null;
}
