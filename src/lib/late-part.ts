import { keepTrying } from '@/lib/keep-trying';
import { withTimeout } from '@/lib/with-timeout';

/** How long something may be on its way before the person is told that it is missing. */
const TIMEOUT_MILLISECONDS = 5000;

/** Code or data that is read after the first screen, and may be missing for a while. */
export interface LatePart<T> {
  /** Undefined: not loaded yet. */
  current: () => T | undefined;
  /** Asked for in vain, or for too long. */
  isMissing: () => boolean;
  /** Resolves when it is here or known to be missing; never rejects. */
  ask: () => Promise<void>;
  /** Ahead of need: a failure is nobody's business yet. */
  prefetch: () => void;
  /** While somebody listens, a missing part is asked for until it is here. */
  subscribe: (listener: () => void) => () => void;
}

export function createLatePart<T>(load: () => Promise<T>): LatePart<T> {
  let value: T | undefined;
  let isMissing = false;
  let attempt: Promise<void> | undefined;
  let asked: Promise<void> | undefined;
  let stop: AbortController | undefined;
  const listeners = new Set<() => void>();

  const change = (): void => {
    for (const listener of listeners) listener();
  };
  const tryOnce = (): Promise<void> => {
    attempt ??= load()
      .then((loaded) => {
        value = loaded;
        isMissing = false;
        change();
      })
      .finally(() => {
        attempt = undefined;
      });
    return attempt;
  };
  const settle = async (): Promise<void> => {
    await withTimeout(tryOnce, TIMEOUT_MILLISECONDS).catch(() => undefined);
    if (value !== undefined) return;
    isMissing = true;
    if (navigator.onLine)
      console.warn('A part of the app could not be loaded; it is asked for again.');
    change();
  };
  return {
    current: () => value,
    isMissing: () => isMissing,
    ask() {
      if (isMissing && listeners.size === 0) {
        isMissing = false;
        asked = undefined;
      }
      asked ??= settle();
      return asked;
    },
    prefetch: () => void (value === undefined && tryOnce().catch(() => undefined)),
    subscribe(listener) {
      listeners.add(listener);
      if (value === undefined && !stop) {
        stop = new AbortController();
        keepTrying(tryOnce, stop.signal).catch(() => undefined);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.abort();
        stop = undefined;
      };
    },
  };
}
