import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AllSentLine } from '@/entities/offline/all-sent-line';
import { countByName, type OfflineEvent } from '@/entities/offline/offline-event';
import { showQueue } from '@/entities/offline/queue-state';
import { openPart } from '@/testing/open';

const event = (id: string, kind: OfflineEvent['kind']): OfflineEvent => ({
  id,
  kind,
  device_id: 'phone',
  sequence: 1,
  happened_at: '2026-11-16T07:00:00.000Z',
  offset_ms: 0,
  payload: {},
});

test('what waited and was sent is said; what was discarded is not', async () => {
  // Whatever another test left waiting is gone, unsent.
  showQueue([event('0', 'clock_in')]);
  showQueue([]);
  await openPart(<AllSentLine />, { namespaces: [] });
  expect(screen.queryByText(/All sent at/)).toBeNull();
  act(() => showQueue([event('1', 'clock_in')]));
  expect(screen.queryByText(/All sent at/)).toBeNull();
  act(() => showQueue([], true));
  expect(screen.getByText(/All sent at/)).toBeVisible();
  act(() => showQueue([event('2', 'quantity')]));
  expect(screen.queryByText(/All sent at/)).toBeNull();
  act(() => showQueue([]));
  expect(screen.queryByText(/All sent at/)).toBeNull();
});

test('things are called what they are', () => {
  const kinds = ['clock_in', 'start_break', 'quantity', 'photo', 'photo'] as const;
  expect(countByName(kinds.map((kind, index) => event(String(index), kind)))).toEqual([
    ['punch', 2],
    ['quantity', 1],
    ['photo', 2],
  ]);
});
