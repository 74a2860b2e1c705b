/// <reference types="vite/client" />

import { withSendLock } from '@/lib/send-lock';
import { handleClick, sendTappedAnswers } from '@/service-worker/notification-click';
import { renewSubscription } from '@/service-worker/renew-subscription';
import { sendWhatWaits } from '@/service-worker/send-queue';
import { SERVER_PATHS } from '@/service-worker/server-paths';
import { receivePush } from '@/service-worker/show-notification';
import type { WorkerScope } from '@/service-worker/worker-scope';

/**
 * The service worker of the web app: opens it without a signal. scripts/service-worker.ts builds it and
 * puts the list of the build's files in. Data does not go through it; the app stores that itself. What
 * waits to be sent is sent from here when the browser says that there is a signal again. Notifications
 * arrive here, also while the app is closed.
 */
declare const __VERSION__: string;
declare const __FILES__: readonly string[];

const worker = self as unknown as WorkerScope;

const CACHE = `chalkline-${__VERSION__}`;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...__FILES__])));
  // From the cache without asking this worker, from the network what is not in it.
  const files = {
    condition: { urlPattern: { pathname: '/assets/*' } },
    source: { cacheName: CACHE },
  };
  event.addRoutes?.([files]).catch(() => undefined);
});

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('chalkline-') && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}
worker.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));

// Only when somebody pressed Reload: files of the old version stay for pages that are open.
worker.addEventListener('message', (event) => {
  // 'let-in': pages of version 0.2.0, which may be open while this worker waits.
  if (event.data === 'activate' || event.data === 'let-in') void worker.skipWaiting();
});

const FILES = new Set(__FILES__);
let opened: Promise<Cache> | undefined;

async function stored(address: string): Promise<Response | undefined> {
  opened ??= caches.open(CACHE);
  return (await opened).match(address, { ignoreSearch: true });
}

/** The stored page, whose files are stored with it: no signal is waited for. A new version brings its own. */
async function page(request: Request): Promise<Response> {
  return (await stored('/index.html').catch(() => undefined)) ?? fetch(request);
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (!SERVER_PATHS.test(pathname)) event.respondWith(page(request));
  } else if (FILES.has(pathname)) {
    event.respondWith(stored(pathname).then((file) => file ?? fetch(request)));
  }
});

// The app may be closed or asleep. One sender at a time: a page that sends is waited for, and gives its
// turn back when it is closed. A failure is tried again by the browser.
worker.addEventListener('sync', (event) => {
  if (event.tag !== 'chalkline-send') return;
  const work = [withSendLock('ordered', sendWhatWaits), sendTappedAnswers(worker)];
  event.waitUntil(Promise.all(work));
});

worker.addEventListener('push', (event) => event.waitUntil(receivePush(worker, event.data)));
worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(handleClick(worker, event)),
);
worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(worker, event));
});
