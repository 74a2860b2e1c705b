import { expect, test } from 'vitest';
import { INTUIT_LIMITS, RequestPace } from './request-pace.ts';

const INTUIT = [
  { count: 10, windowMs: 1_000 },
  { count: 500, windowMs: 60_000 },
];

test('forty at once and two thousand in a row stay below what Intuit allows in a second and in a minute', () => {
  let now = 0;
  const pace = new RequestPace(INTUIT_LIMITS, () => now);
  const times: number[] = [];
  for (let at = 0; at < 40; at += 1) times.push(now + pace.take());
  for (let at = 0; at < 2_000; at += 1) {
    now = Math.max(now, (times.at(-1) ?? 0) - 200);
    times.push(now + pace.take());
  }
  for (const { count, windowMs } of INTUIT)
    for (const [at, time] of times.entries())
      expect(time - (times[at - count] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(
        windowMs,
      );
  // No slower than the limit of a minute makes it.
  expect(times.at(-1)).toBeLessThan((2_040 / 450) * 60_000);
});
