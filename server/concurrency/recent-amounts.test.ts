import { expect, test } from 'vitest';
import { RecentAmounts } from './recent-amounts.ts';

test('What was added counts half after a half-life, each key by itself', () => {
  let now = 0;
  const amounts = new RecentAmounts(1_000, () => now);
  amounts.add('a', 8);
  now = 1_000;
  amounts.add('a', 2);
  amounts.add('b', 1);
  expect([amounts.of('a'), amounts.of('b'), amounts.of('c')]).toEqual([6, 1, 0]);
  now = 3_000;
  expect([amounts.of('a'), amounts.of('b')]).toEqual([1.5, 0.25]);
});

test('However many keys there are, the latest are known', () => {
  const amounts = new RecentAmounts(1_000, () => 0);
  for (let key = 0; key < 25_000; key++) amounts.add(String(key), 1);
  expect([amounts.of('0'), amounts.of('24999')]).toEqual([0, 1]);
});
