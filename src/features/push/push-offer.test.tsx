import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { PushOfferGate } from '@/features/push/push-offer-gate';
import { giveDeviceMemory } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';
import { EMPLOYEE_ID } from '@/testing/people';
import { givePushBrowser, type PushBrowser, takePushBrowser } from '@/testing/push-browser';

const RUNNING: RunningEntry = {
  id: 'entry-1',
  employee_id: EMPLOYEE_ID,
  clock_in: '2026-03-11T12:00:00Z',
  notes: null,
  project_id: 'p1',
  cost_code_id: null,
  breaks: [],
};
const offer = () => screen.queryByRole('region', { name: words('push:offer.label') });
let browser: PushBrowser;

beforeEach(() => {
  giveDeviceMemory();
  browser = givePushBrowser();
});
afterEach(takePushBrowser);

const open = (running: RunningEntry | null) =>
  openPart(<PushOfferGate />, {
    namespaces: ['push'],
    as: 'employee',
    viewer: { running_entry: running },
    answers: { 'GET /push/key': { key: `B${'A'.repeat(86)}` } },
  });

test('whoever is on the clock is offered notifications; a no is remembered on this device', async () => {
  const { user } = await open(RUNNING);
  await waitFor(() => expect(offer()).toBeVisible());
  expect(browser.asked).toBe(0);
  await user.click(screen.getByRole('button', { name: words('push:offer.later') }));
  await waitFor(() => expect(offer()).toBeNull());
  expect(localStorage.getItem('chalkline.push-offer')).toBe('dismissed');
});

test('nobody else is asked, and nothing is loaded for it', async () => {
  const { backend } = await open(null);
  expect(offer()).toBeNull();
  expect(backend.sent('GET /push/key')).toEqual([]);
});
