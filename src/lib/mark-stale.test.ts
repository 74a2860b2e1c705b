import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { markStale } from '@/lib/mark-stale';

test('several tables heard at once ask for a screen’s data once, and again the next time', async () => {
  const client = new QueryClient();
  const ask = vi.fn(async () => 'board');
  const board = new QueryObserver(client, { queryKey: ['schedule', 'board'], queryFn: ask });
  const leave = board.subscribe(() => undefined);
  await expect.poll(() => board.getCurrentResult().isSuccess).toBe(true);
  const hearThreeTables = () => {
    for (const roots of [['schedule'], ['schedule', 'team'], ['schedule']]) {
      markStale(client, roots);
    }
  };
  const asked = vi.spyOn(client, 'invalidateQueries');

  hearThreeTables();
  await expect.poll(() => ask.mock.calls.length).toBe(2);
  hearThreeTables();
  await expect.poll(() => ask.mock.calls.length).toBe(3);

  expect(asked.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([
    ['schedule'],
    ['team'],
    ['schedule'],
    ['team'],
  ]);
  leave();
});
