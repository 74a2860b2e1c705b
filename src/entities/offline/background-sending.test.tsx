import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendInBackground } from '@/entities/offline/background-sending';
import { connectSupabase } from '@/lib/supabase';
import { stubBackend } from '@/testing/backend';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { session } from '@/testing/people';

const WORKER = path.resolve('scripts/service-worker.js');
const USER = session().user.id;
const EVENT = { id: 'event-1', kind: 'clock_in' };
const usualMatchMedia = window.matchMedia;

/** As much of IndexedDB as the worker asks of it, over what the app keeps. */
const store = {
  get: (key: string) => answered(kept.get(key)),
  getAllKeys: () => answered([...kept.keys()]),
  put: (value: unknown, key: string) => answered(kept.set(key, value)),
};

function answered(result: unknown): { result: unknown; onsuccess?: () => void } {
  const request: { result: unknown; onsuccess?: () => void } = { result };
  queueMicrotask(() => request.onsuccess?.());
  return request;
}

function openedStore(): unknown {
  const transaction = { objectStore: () => store, oncomplete: () => undefined };
  const database = {
    transaction: () => {
      setTimeout(() => transaction.oncomplete());
      return transaction;
    },
    close: () => undefined,
  };
  return answered(database);
}

/** The worker of the build, woken by the browser; what it sent, and with which headers. */
async function wakeWorker(): Promise<{ name: string; source: string | null }[]> {
  const sent: { name: string; source: string | null }[] = [];
  const fetchStub = async (url: string, init: RequestInit): Promise<Response> => {
    const name = url.slice(url.lastIndexOf('/') + 1);
    sent.push({ name, source: new Headers(init.headers).get('x-client-source') });
    return Response.json(name === 'viewer' ? { server_time: '2026-05-04T12:00:00Z' } : [EVENT]);
  };
  const handlers: Record<string, (event: unknown) => void> = {};
  const scope = { addEventListener: (name: string, run: never) => (handlers[name] = run) };
  const locks = {
    request: (_name: string, _options: object, work: (lock: object) => unknown) => work({}),
  };
  const run = new Function('self', 'indexedDB', 'navigator', 'fetch', readFileSync(WORKER, 'utf8'));
  run(scope, { open: openedStore }, { locks }, fetchStub);
  let work: unknown;
  handlers['sync']?.({ tag: 'chalkline-send', waitUntil: (given: unknown) => (work = given) });
  await work;
  return sent;
}

beforeEach(() => {
  giveDeviceMemory();
  kept.set(`queue:${USER}`, [EVENT]);
  localStorage.setItem('chalkline.session', JSON.stringify(session()));
  stubBackend({});
  vi.stubGlobal('SyncManager', class {});
  Object.assign(navigator, { serviceWorker: { ready: Promise.resolve({}) } });
});

afterEach(() => {
  Reflect.deleteProperty(window, 'SyncManager');
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.stubGlobal('matchMedia', usualMatchMedia);
});

test.each([
  ['a phone', true, 'mobile'],
  ['a computer', false, 'web'],
])('what the service worker sends for %s says so in the history', async (_on, isPhone, source) => {
  const screen = Object.assign(new EventTarget(), { matches: isPhone });
  vi.stubGlobal('matchMedia', () => screen);
  await connectSupabase();
  await sendInBackground(USER);
  expect(await wakeWorker()).toEqual([
    { name: 'viewer', source },
    { name: 'sync_events', source },
  ]);
  expect(kept.get(`queue:${USER}`)).toEqual([]);
});
