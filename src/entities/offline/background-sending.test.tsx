import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendInBackground } from '@/entities/offline/background-sending';
import { sendWhatWaits } from '@/service-worker/send-queue';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart } from '@/testing/open';
import { session } from '@/testing/people';

const USER = session().user.id;
const EVENT = { id: 'event-1', kind: 'clock_in' };
const usualMatchMedia = window.matchMedia;

/** The worker, woken by the browser; what it sent, and with which headers. */
async function wakeWorker(): Promise<{ name: string; source: string | null }[]> {
  const sent: { name: string; source: string | null }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit): Promise<Response> => {
    const name = url.slice(url.lastIndexOf('/') + 1);
    sent.push({ name, source: new Headers(init.headers).get('x-client-source') });
    return Response.json(name === 'viewer' ? { server_time: '2026-05-04T12:00:00Z' } : [EVENT]);
  });
  await sendWhatWaits();
  return sent;
}

beforeEach(() => {
  giveDeviceMemory();
  kept.set(`queue:${USER}`, [EVENT]);
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
  await openPart(<p>Anything</p>, { namespaces: [] });
  await sendInBackground(USER);
  expect(await wakeWorker()).toEqual([
    { name: 'viewer', source },
    { name: 'sync_events', source },
  ]);
  expect(kept.get(`queue:${USER}`)).toEqual([]);
  // The next start shows it, also where it cannot ask the server.
  expect(kept.get(`answered:${USER}`)).toMatchObject([{ event: EVENT }]);
});
