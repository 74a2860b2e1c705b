// The service worker of the web app: opens it without a signal. scripts/service-worker.ts writes the
// list of files of the build in here. Data does not go through it; the app keeps that itself. What
// waits to be sent is sent from here when the browser says that there is a signal again.
const VERSION = '__VERSION__';
const FILES = ['__FILES__'];
const CACHE = `chalkline-${VERSION}`;
/** How long a weak signal may take before the kept page opens. */
const LONGEST_WAIT_MILLISECONDS = 2000;
const OTHERS = /^\/(auth|rest|storage|realtime)\/v1(\/|$)|\.[a-z0-9]+$/i;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('chalkline-') && name !== CACHE)
            .map((name) => caches.delete(name)),
        ),
      ),
  );
});

// Only when somebody pressed Reload: files of the old version stay for pages that are open.
self.addEventListener('message', (event) => {
  if (event.data === 'let-in') self.skipWaiting();
});

const kept = async (address) => (await caches.open(CACHE)).match(address, { ignoreSearch: true });

/** The newest page while there is a signal; the kept one where there is none. */
async function page(request) {
  const fallback = kept('/index.html');
  const fresh = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MILLISECONDS));
  try {
    return (await Promise.race([fresh, late.then(() => fallback)])) ?? (await fresh);
  } catch (cause) {
    const old = await fallback;
    if (old) return old;
    throw cause;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!OTHERS.test(pathname)) event.respondWith(page(request));
  } else if (FILES.includes(pathname)) {
    event.respondWith(kept(pathname).then((file) => file ?? fetch(request)));
  }
});

/** A key of what the app keeps (src/lib/device-store.ts), read or changed in one step. */
function inStore(mode, work) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('keyval-store');
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('keyval', mode);
      const asked = work(transaction.objectStore('keyval'));
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(asked.result);
      };
      transaction.onerror = () => reject(transaction.error);
    };
  });
}

async function call(sender, name, body) {
  const answer = await fetch(`${sender.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: sender.key,
      authorization: `Bearer ${sender.token}`,
      'content-type': 'application/json',
      // An app from before it said so left nothing; most of what waits was punched on a phone.
      'x-client-source': sender.source ?? 'mobile',
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

/** The server's clock minus this device's, as the app measures it. */
async function measuredOffset(sender) {
  const sentAt = Date.now();
  const { server_time } = await call(sender, 'viewer', {});
  return Math.round(Date.parse(server_time) - (sentAt + Date.now()) / 2);
}

/** As the app does (src/entities/offline/send-events.ts): in order, in batches, ids make repeats harmless. */
async function sendQueueOf(sender) {
  const key = `queue:${sender.userId}`;
  const queue = (await inStore('readonly', (store) => store.get(key))) ?? [];
  const batch = queue.slice(0, 100);
  if (batch.length === 0) return;
  const sent_offset_ms = await measuredOffset(sender);
  const events_param = batch.map((event) => ({ ...event, sent_offset_ms }));
  const answered = await call(sender, 'sync_events', { events_param });
  const ids = new Set(answered.map(({ id }) => id));
  await inStore('readwrite', (store) => {
    const reading = store.get(key);
    reading.onsuccess = () => {
      store.put(
        (reading.result ?? []).filter(({ id }) => !ids.has(id)),
        key,
      );
    };
    return reading;
  });
  return sendQueueOf(sender);
}

async function sendWhatWaits() {
  const keys = await inStore('readonly', (store) => store.getAllKeys());
  for (const key of keys.filter((each) => /^data:.+:sender$/.test(each))) {
    const sender = await inStore('readonly', (store) => store.get(key));
    // A session that ran out is renewed by the app alone; it sends when it is opened.
    if (sender && sender.expiresAt > Date.now()) await sendQueueOf(sender);
  }
}

// The app may be closed or asleep. One sender at a time; a failure is tried again by the browser.
self.addEventListener('sync', (event) => {
  if (event.tag !== 'chalkline-send') return;
  event.waitUntil(
    navigator.locks.request('chalkline-send', { ifAvailable: true }, (lock) =>
      lock ? sendWhatWaits() : undefined,
    ),
  );
});
