import { useSyncExternalStore } from 'react';
import type { OfflineEvent } from '@/entities/offline/offline-event';

/** Tells the next start that the queue is worth reading before anything else. */
const UNSENT_KEY = 'chalkline.unsent';
/** An answer that comes this soon needs no word about waiting. */
const QUIET_MILLISECONDS = 1500;

let events: readonly OfflineEvent[] = [];
/** On this device's disk and on their way to the server for the first time. */
let beingSent: ReadonlySet<string> = new Set();
/** Of those, the ones that went off a moment ago. */
let quiet: ReadonlySet<string> = new Set();
let unsent: readonly OfflineEvent[] = [];
const listeners = new Set<() => void>();

function notify(): void {
  const next = events.filter(({ id }) => !quiet.has(id));
  if (next.length !== unsent.length || next.some((event, at) => event !== unsent[at])) {
    unsent = next;
  }
  for (const listener of listeners) listener();
}

/** What this account has not sent yet, as far as it was read from the device. */
export function queuedEvents(): readonly OfflineEvent[] {
  return events;
}

export function showQueue(next: readonly OfflineEvent[]): void {
  if (events.length === 0 && next.length === 0) return;
  events = next;
  notify();
}

const without = (ids: ReadonlySet<string>, some: readonly string[]): ReadonlySet<string> =>
  new Set([...ids].filter((id) => !some.includes(id)));

/** Marks events as on their way; call what it returns when the way has ended. */
export function markBeingSent(ids: readonly string[]): () => void {
  beingSent = new Set([...beingSent, ...ids]);
  quiet = new Set([...quiet, ...ids]);
  const speak = (): void => {
    quiet = without(quiet, ids);
    notify();
  };
  const timer = setTimeout(speak, QUIET_MILLISECONDS);
  return () => {
    clearTimeout(timer);
    beingSent = without(beingSent, ids);
    speak();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Everything the server has not answered for: what the screen counts on. */
export function useQueuedEvents(): readonly OfflineEvent[] {
  return useSyncExternalStore(subscribe, queuedEvents);
}

/** What waits on this device for longer than a request takes: what the person should know of. */
export function useUnsentEvents(): readonly OfflineEvent[] {
  return useSyncExternalStore(subscribe, () => unsent);
}

/** Whether this entry was started here a moment ago and may still be refused. */
export function useIsBeingStarted(entryId: string | null): boolean {
  return useSyncExternalStore(subscribe, () =>
    events.some(({ id, payload }) => beingSent.has(id) && payload.entry_id === entryId),
  );
}

export function markUnsent(some: boolean): void {
  if (some) localStorage.setItem(UNSENT_KEY, 'yes');
  else localStorage.removeItem(UNSENT_KEY);
}

export function mayHaveUnsent(): boolean {
  return localStorage.getItem(UNSENT_KEY) !== null;
}
