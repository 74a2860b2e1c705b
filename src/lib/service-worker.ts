import { useSyncExternalStore } from 'react';

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

function noteWaiting(registration: ServiceWorkerRegistration): void {
  // The very first one waits for nobody: it is no new version.
  if (!navigator.serviceWorker.controller || registration.waiting === waiting) return;
  waiting = registration.waiting;
  for (const listener of listeners) listener();
}

/** Lets the app open without a signal. After the first screen is drawn, so that it costs no start. */
export async function startServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('/service-worker.js');
    noteWaiting(registration);
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', () => noteWaiting(registration));
    });
  } catch (cause) {
    console.warn('The app will not open without a signal.', cause);
  }
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
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload());
  waiting?.postMessage('let-in');
}
