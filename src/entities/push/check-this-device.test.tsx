import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkThisDevice } from '@/entities/push/check-this-device';
import { keyBytes } from '@/entities/push/key-bytes';
import type { PushRecord } from '@/entities/push/push-record';
import { currentSessionId, forgetDeviceOf } from '@/entities/push/this-device';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart } from '@/testing/open';
import { session } from '@/testing/people';
import {
  ENDPOINT,
  givePushBrowser,
  type PushBrowser,
  subscriptionAt,
  takePushBrowser,
  withEnd,
} from '@/testing/push-browser';

const USER = session().user.id;
const KEY = `B${'A'.repeat(86)}`;
let browser: PushBrowser;

beforeEach(() => {
  giveDeviceMemory();
  browser = givePushBrowser('granted');
});
afterEach(takePushBrowser);

async function open(fields: Partial<PushRecord> = {}, rows: object[] = [{ id: 'device-1' }]) {
  const { backend } = await openPart(<p>Anything</p>, {
    namespaces: [],
    as: 'employee',
    answers: {
      'GET /push/key': { key: KEY },
      'GET push_subscriptions': rows,
      'POST rpc/save_push_subscription': 'device-1',
    },
  });
  browser.subscription = subscriptionAt(ENDPOINT, keyBytes(KEY));
  withEnd(browser);
  kept.set('push:device', {
    userId: USER,
    sessionId: currentSessionId(),
    endpoint: ENDPOINT,
    auth: 's'.repeat(22),
    serverKey: KEY,
    url: 'http://backend.test',
    apiKey: 'key',
    ...fields,
  });
  return backend;
}
const saved = 'POST rpc/save_push_subscription';

test('what is in order stays as it is, without a write', async () => {
  const backend = await open();
  await checkThisDevice(USER);
  expect(browser.subscription?.endpoint).toBe(ENDPOINT);
  expect(backend.sent(saved)).toEqual([]);
});

test('another account on this browser ends the subscription of the one before', async () => {
  const backend = await open({ userId: 'somebody-else' });
  await checkThisDevice(USER);
  expect(browser.subscription).toBeNull();
  expect(kept.get('push:device')).toBeUndefined();
  expect(backend.sent(saved)).toEqual([]);
});

test('a subscription whose owner nobody knows ends', async () => {
  await open();
  kept.delete('push:device');
  await checkThisDevice(USER);
  expect(browser.subscription).toBeNull();
});

test('one that the browser dropped is made again, with its name and choice', async () => {
  const backend = await open();
  browser.subscription = null;
  await checkThisDevice(USER);
  expect(backend.sent(saved)).toEqual([
    expect.objectContaining({ endpoint_param: `${ENDPOINT}-new`, replaces_param: ENDPOINT }),
  ]);
});

test('another key of the server: a new subscription', async () => {
  const backend = await open();
  browser.subscription = subscriptionAt(ENDPOINT, keyBytes(`B${'B'.repeat(86)}`));
  withEnd(browser);
  await checkThisDevice(USER);
  expect(browser.subscription?.endpoint).toBe(`${ENDPOINT}-new`);
  expect(backend.sent(saved)).toHaveLength(1);
  expect(kept.get('push:device')).toMatchObject({ endpoint: `${ENDPOINT}-new`, serverKey: KEY });
});

test('after signing in again the same subscription is saved for the new session', async () => {
  const backend = await open({ sessionId: 'an-earlier-one' }, []);
  await checkThisDevice(USER);
  expect(backend.sent(saved)).toEqual([expect.objectContaining({ endpoint_param: ENDPOINT })]);
});

test('one that was removed from another device ends here, too', async () => {
  const backend = await open({}, []);
  await checkThisDevice(USER);
  expect(browser.subscription).toBeNull();
  expect(backend.sent(saved)).toEqual([]);
});

test('signing out ends it, also without a network; the sign-out of somebody else does not', async () => {
  await open();
  await forgetDeviceOf('somebody-else');
  expect(browser.subscription).not.toBeNull();
  await forgetDeviceOf(USER);
  expect(browser.subscription).toBeNull();
  expect(kept.get('push:device')).toBeUndefined();
});
