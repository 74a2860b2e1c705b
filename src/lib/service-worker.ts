import { useSyncExternalStore } from 'react';

const HOUR_MILLISECONDS = 3_600_000;
/** The old version may have requests to finish; a page that starts anew does not need it. */
const MAX_WAIT_MILLISECONDS = 3000;

let registration: ServiceWorkerRegistration | null = null;
let waiting: ServiceWorker | null = null;
let lookedAt = 0;
const listeners = new Set<() => void>();

function noteWaiting(): void {
  // The very first one waits for nobody: it is no new version.
  const next = navigator.serviceWorker.controller ? (registration?.waiting ?? null) : null;
  if (next === waiting) return;
  waiting = next;
  // Let in by another tab, or late by this one.
  waiting?.addEventListener('statechange', noteWaiting);
  for (const listener of listeners) listener();
}

/** Lets the app open without a signal. After the first screen is drawn, so that it costs no start. */
export async function startServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || registration) return;
  try {
    registration = await navigator.serviceWorker.register('/service-worker.js');
    lookedAt = Date.now();
    noteWaiting();
    registration.addEventListener('updatefound', () => {
      registration?.installing?.addEventListener('statechange', noteWaiting);
    });
  } catch (cause) {
    if (navigator.onLine) console.warn('The app will not open without a signal.', cause);
  }
}

/** An app that stays open for days asks for a new version itself; `now`: there must be one. */
export async function checkForUpdate(now = false): Promise<void> {
  if (!registration || (!now && Date.now() - lookedAt < HOUR_MILLISECONDS)) return;
  lookedAt = Date.now();
  await registration.update().catch(() => undefined);
}

/** Whether a newer version is here and waits to be let in. */
export function useUpdateReady(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== null,
  );
}

/** Lets the new version in; only when asked, because something may be typed. */
export function applyUpdate(): void {
  const reload = (): void => window.location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  waiting?.postMessage('activate');
  setTimeout(reload, MAX_WAIT_MILLISECONDS);
}
