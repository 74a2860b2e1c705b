import { expect, test } from 'vitest';
import { RecentUse } from './recent-use.ts';

test('Who uses much is heavy, until it is some seconds ago', () => {
  let now = 0;
  const recent = new RecentUse(() => now);
  for (let page = 0; page < 8; page++) recent.add('page', 100);
  for (let report = 0; report < 8; report++) recent.add('report', 1_000);
  expect([recent.isHeavy('page'), recent.isHeavy('report')]).toEqual([false, true]);
  now += 4_001;
  expect(recent.isHeavy('report')).toBe(false);
});
