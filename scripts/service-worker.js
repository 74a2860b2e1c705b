// The service worker of the web app: opens it without a signal. scripts/service-worker.ts writes the
// list of files of the build in here. Data never goes through it; the app keeps that itself.
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
