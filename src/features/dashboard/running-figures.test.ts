import { expect, test } from 'vitest';
import type { Dashboard } from '@/features/dashboard/api/queries';
import { changeOf, grownSeconds } from './running-figures';

const dashboard = (breaks: boolean[]) =>
  ({
    as_of: '2026-11-02T12:00:00Z',
    on_the_clock: breaks.map((on_break) => ({ on_break })),
  }) as unknown as Dashboard;

test('hours grow by every clock that runs, not by those on break', () => {
  const now = Date.parse('2026-11-02T12:00:10Z');
  expect(grownSeconds(dashboard([false, false, true]), now)).toBe(20);
  expect(grownSeconds(dashboard([]), now)).toBe(0);
});

test('a clock behind the server shrinks nothing', () => {
  expect(grownSeconds(dashboard([false]), Date.parse('2026-11-02T11:00:00Z'))).toBe(0);
});

test('less than a minute is no change', () => {
  expect([changeOf(59), changeOf(60), changeOf(-60)]).toEqual(['none', 'up', 'down']);
});
