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

test('Alone is who was the only one for a second', () => {
  let now = 0;
  const recent = new RecentUse(() => now);
  const take = (key: string) => {
    recent.take(key);
    return [recent.isAlone('report'), recent.isAlone('page')];
  };
  expect(take('report')).toEqual([false, false]);
  now += 1_000;
  expect(take('report')).toEqual([true, false]);
  now += 5_000;
  expect(take('page')).toEqual([false, false]);
  expect(take('report')).toEqual([false, false]);
  now += 999;
  expect(take('report')).toEqual([false, false]);
  now += 1;
  expect(take('report')).toEqual([true, false]);
});
