import { expect, test } from 'vitest';
import type { Dashboard } from '@/features/dashboard/api/queries';
import { changeOf, grownSeconds } from './running-figures';

const dashboard = (counting: number) =>
  ({ as_of: '2026-11-02T12:00:50Z', counting }) as unknown as Dashboard;

test('hours grow by a minute for every clock that counts', () => {
  const now = Date.parse('2026-11-02T12:01:10Z');
  expect(grownSeconds(dashboard(2), now)).toBe(120);
  expect(grownSeconds(dashboard(2), now - 15_000)).toBe(0);
  expect(grownSeconds(dashboard(0), now)).toBe(0);
});

test('a clock behind the server shrinks nothing', () => {
  expect(grownSeconds(dashboard(1), Date.parse('2026-11-02T11:00:00Z'))).toBe(0);
});

test('less than a minute is no change', () => {
  expect([changeOf(59), changeOf(60), changeOf(-60)]).toEqual(['none', 'up', 'down']);
});
