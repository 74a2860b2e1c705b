import { expect, test } from 'vitest';
import { RefusalTimes } from './hold-refusal.ts';

test('The more refusals one had lately the longer they wait, others do not', () => {
  let now = 0;
  const times = new RefusalTimes(() => now);
  const first = Array.from({ length: 5 }, () => times.next('203.0.113.7'));
  expect(new Set(first)).toEqual(new Set([300]));
  for (let count = 0; count < 15; count++) times.next('203.0.113.7');
  expect(times.next('203.0.113.7')).toBe(1_260);
  for (let count = 0; count < 100; count++) times.next('203.0.113.7');
  expect(times.next('203.0.113.7')).toBe(5_000);
  expect([times.next('203.0.113.8'), times.next(undefined)]).toEqual([300, 300]);
  now = 60_000;
  expect(times.next('203.0.113.7')).toBe(300);
});
