import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit.ts';

test('A burst passes, then the rate holds', () => {
  let now = 0;
  const limit = new RateLimit(10, 3, () => now);
  expect([1, 2, 3, 4].map(() => limit.take())).toEqual([true, true, true, false]);
  now += 100;
  expect([limit.take(), limit.take()]).toEqual([true, false]);
  now += 60_000;
  expect([1, 2, 3, 4].map(() => limit.take())).toEqual([true, true, true, false]);
});
