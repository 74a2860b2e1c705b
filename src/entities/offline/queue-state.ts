import { useSyncExternalStore } from 'react';
import type { OfflineEvent } from '@/entities/offline/offline-event';

/** Tells the next start that the queue is worth reading before anything else. */
const UNSENT_KEY = 'chalkline.unsent';

let events: readonly OfflineEvent[] = [];
const listeners = new Set<() => void>();

/** What this account has not sent yet, as far as it was read from the device. */
export function queuedEvents(): readonly OfflineEvent[] {
  return events;
}

export function showQueue(next: readonly OfflineEvent[]): void {
  if (events.length === 0 && next.length === 0) return;
  events = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useQueuedEvents(): readonly OfflineEvent[] {
  return useSyncExternalStore(subscribe, queuedEvents);
}

export function markUnsent(some: boolean): void {
  if (some) localStorage.setItem(UNSENT_KEY, 'yes');
  else localStorage.removeItem(UNSENT_KEY);
}

export function mayHaveUnsent(): boolean {
  return localStorage.getItem(UNSENT_KEY) !== null;
}
