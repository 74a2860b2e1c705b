import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PushRecord } from '@/entities/push/push-record';
import { PushDevicesCard } from '@/features/push/push-devices-card';
import { Refusal } from '@/testing/backend';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';
import { session } from '@/testing/people';
import {
  ENDPOINT,
  givePushBrowser,
  subscriptionAt,
  takePushBrowser,
  withEnd,
} from '@/testing/push-browser';

const USER = session().user.id;
const KEY = `B${'A'.repeat(86)}`;
const IPHONE = (version: string): string =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`;

const device = (fields: object) => ({
  id: 'device-1',
  endpoint: ENDPOINT,
  device_name: 'Work phone',
  details: false,
  created_at: '2026-03-02T12:00:00Z',
  last_success_at: null,
  failures: 0,
  ...fields,
});

const record = (fields: Partial<PushRecord> = {}): PushRecord => ({
  userId: USER,
  sessionId: null,
  endpoint: ENDPOINT,
  auth: 's'.repeat(22),
  serverKey: KEY,
  url: 'http://backend.test',
  apiKey: 'key',
  ...fields,
});

const open = (answers: object = {}) =>
  openPart(<PushDevicesCard />, {
    namespaces: ['push'],
    as: 'employee',
    answers: { 'GET /push/key': { key: KEY }, 'GET push_subscriptions': [], ...answers },
  });

beforeEach(() => giveDeviceMemory());
afterEach(() => {
  takePushBrowser();
  vi.restoreAllMocks();
});

function asIphone(version: string): void {
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE(version));
}

test('the browser asks only after a tap, and the device is saved under its name', async () => {
  const browser = givePushBrowser();
  const { user, backend } = await open({ 'POST rpc/save_push_subscription': 'device-1' });
  expect(await screen.findByText(words('push:off.why'))).toBeVisible();
  expect(browser.asked).toBe(0);
  await user.click(screen.getByRole('button', { name: words('push:off.turnOn') }));
  expect(await screen.findByText(words('push:on.text'))).toBeVisible();
  expect(browser.asked).toBe(1);
  expect(backend.sent('POST rpc/save_push_subscription')).toEqual([
    expect.objectContaining({ endpoint_param: `${ENDPOINT}-new`, auth_param: 's'.repeat(22) }),
  ]);
  expect(kept.get('push:device')).toMatchObject({ userId: USER, endpoint: `${ENDPOINT}-new` });
});

test('a no to the browser turns nothing on and says so', async () => {
  const browser = givePushBrowser('default', 'default');
  const { user, backend } = await open();
  await user.click(await screen.findByRole('button', { name: words('push:off.turnOn') }));
  expect(await screen.findByText(words('push:off.notAllowed'))).toBeVisible();
  expect(browser.subscription).toBeNull();
  expect(backend.sent('POST rpc/save_push_subscription')).toEqual([]);
});

test('what the server refuses leaves no subscription behind', async () => {
  const browser = givePushBrowser();
  const refusal = new Refusal(400, { code: 'P0001', hint: 'invalid_push_subscription' });
  const { user } = await open({ 'POST rpc/save_push_subscription': refusal });
  await user.click(await screen.findByRole('button', { name: words('push:off.turnOn') }));
  expect(await screen.findByText(words('push:failure.invalid_push_subscription'))).toBeVisible();
  expect(browser.subscription).toBeNull();
  expect(kept.get('push:device')).toBeUndefined();
});

test('devices are listed, this one first; details, another name, removed', async () => {
  const browser = givePushBrowser('granted');
  browser.subscription = subscriptionAt(ENDPOINT);
  kept.set('push:device', record());
  const { user, backend } = await open({
    'GET push_subscriptions': [
      device({
        id: 'device-2',
        endpoint: 'https://push.example/x',
        device_name: 'Tablet',
        failures: 2,
        last_success_at: '2026-03-05T12:00:00Z',
      }),
      device({}),
    ],
    'PATCH push_subscriptions': null,
    'DELETE push_subscriptions': null,
  });
  const rows = await screen.findAllByRole('listitem');
  const [first, second] = rows as [HTMLElement, HTMLElement];
  expect(within(first).getByText(words('push:device.this'))).toBeVisible();
  expect(within(second).getByText(words('push:device.failing'))).toBeVisible();
  await user.click(within(first).getByRole('switch', { name: words('push:device.details') }));
  expect(backend.sent('PATCH push_subscriptions')).toEqual([{ details: true }]);
  await user.click(within(first).getByRole('button', { name: /Rename/ }));
  const name = await screen.findByLabelText(words('push:device.name'));
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: words('common:action.save') }));
  expect(await screen.findByText(words('push:device.nameMissing'))).toBeVisible();
  await user.type(name, 'Pixel');
  await user.click(screen.getByRole('button', { name: words('common:action.save') }));
  await waitFor(() =>
    expect(backend.sent('PATCH push_subscriptions')).toContainEqual({ device_name: 'Pixel' }),
  );
  await user.click(within(second).getByRole('button', { name: /Remove/ }));
  await user.click(await screen.findByRole('button', { name: words('push:device.remove') }));
  await waitFor(() => expect(backend.sent('DELETE push_subscriptions')).toHaveLength(1));
});

test('turning off ends it in the browser and on the server', async () => {
  const browser = givePushBrowser('granted');
  browser.subscription = subscriptionAt(ENDPOINT);
  withEnd(browser);
  kept.set('push:device', record());
  const { user, backend } = await open({
    'GET push_subscriptions': [device({})],
    'DELETE push_subscriptions': null,
  });
  await user.click(await screen.findByRole('button', { name: words('push:on.turnOff') }));
  expect(await screen.findByText(words('push:off.why'))).toBeVisible();
  expect(browser.subscription).toBeNull();
  expect(backend.sent('DELETE push_subscriptions')).toHaveLength(1);
});

test('a subscription of another account is not shown as one of the own', async () => {
  const browser = givePushBrowser('granted');
  browser.subscription = subscriptionAt(ENDPOINT);
  kept.set('push:device', record({ userId: 'somebody-else' }));
  await open();
  expect(await screen.findByText(words('push:off.why'))).toBeVisible();
});

test.each([
  ['17.5', 'push:homeScreen.shareBelow'],
  ['26.1', 'push:homeScreen.more'],
])('an iPhone with %s is shown its own way to the Home Screen', async (version, step) => {
  asIphone(version);
  await open();
  expect(await screen.findByText(words('push:homeScreen.title'))).toBeVisible();
  expect(screen.getByText(words(step), { exact: false })).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
});

test('a browser that blocks them says how to allow them', async () => {
  givePushBrowser('denied');
  await open();
  expect(await screen.findByText(words('push:blocked.browser'))).toBeVisible();
});

test('a browser without notifications says so', async () => {
  vi.stubGlobal('isSecureContext', true);
  await open();
  expect(await screen.findByText(words('push:unsupported.title'))).toBeVisible();
});

test('plain http says so', async () => {
  givePushBrowser();
  vi.stubGlobal('isSecureContext', false);
  await open();
  expect(await screen.findByText(words('push:plain-http.title'))).toBeVisible();
});

test('an installation without push says so', async () => {
  givePushBrowser();
  await open({ 'GET /push/key': new Refusal(404, {}) });
  expect(await screen.findByText(words('push:not-offered.title'))).toBeVisible();
});
