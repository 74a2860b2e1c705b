import { useSyncExternalStore } from 'react';
import { serverNow } from '@/lib/server-clock';

const listeners = new Set<() => void>();
let second = Math.floor(serverNow() / 1000);
let timeout: ReturnType<typeof setTimeout> | undefined;

/** One timer for every clock on the page, aligned to the server's seconds so that all tick together. */
function tick(): void {
  const now = serverNow();
  second = Math.floor(now / 1000);
  for (const listener of listeners) listener();
  timeout = setTimeout(tick, 1000 - (now % 1000) + 5);
}

/** Calls back at each second of the server's clock. */
export function subscribeToSeconds(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timeout);
  };
}

const still = (): (() => void) => () => undefined;

/** Epoch seconds by the server's clock, rendered anew each second while `running`. */
export function useNowSeconds(running = true): number {
  return useSyncExternalStore(running ? subscribeToSeconds : still, () => second);
}

/** Epoch minutes by the server's clock, rendered anew each minute. */
export function useNowMinutes(): number {
  return useSyncExternalStore(subscribeToSeconds, () => Math.floor(second / 60));
}
