import { expect, test } from 'vitest';
import { averageYear, hourlyCredit } from '@/features/public-work/fringe/annual-credit';

test.each([
  [650, 'month', 2080, 3.75],
  [649.99, 'month', 2080, 3.74],
  [7800, 'year', 2080, 3.75],
  [7.999, 'hour', null, 7.99],
  [1.02, 'hour', null, 1.02],
  [0.29, 'hour', null, 0.29],
  [650, 'month', null, 0],
] as const)('$%s by %s over %s hours is %s an hour', (amount, period, hours, credit) => {
  expect(hourlyCredit({ amount, period, hours })).toBe(credit);
});

test('the hours of a year are rounded up', () => {
  expect(averageYear([{ yearly_hours: 2080 }, { yearly_hours: 2081 }])).toBe(2081);
  expect(averageYear([{ yearly_hours: 2080 }])).toBe(2080);
  expect(averageYear([])).toBeNull();
});
