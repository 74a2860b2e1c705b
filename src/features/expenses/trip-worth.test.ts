import { expect, test } from 'vitest';
import { tripWorth } from '@/features/expenses/trip-worth';

const rule = (from_date: string, daily_amount: number, lodging_amount = 0) => ({
  from_date,
  daily_amount,
  lodging_amount,
  first_last_percent: 75,
});

test('what the form shows is what the database works out: EXP-6, EXP-8, EXP-9', () => {
  expect(tripWorth([rule('2025-10-01', 68, 110)], '2026-05-04', '2026-05-08')).toEqual({
    meals: 306,
    lodging: 440,
  });
  const two = [rule('2026-01-01', 60), rule('2026-06-10', 72)];
  expect(tripWorth(two, '2026-06-08', '2026-06-11')?.meals).toBe(231);
  expect(tripWorth([rule('2026-01-01', 61.34)], '2026-06-15', '2026-06-15')?.meals).toBe(46.01);
});

test('nothing is shown for days without a rule or beyond what one trip may have', () => {
  expect(tripWorth([rule('2026-01-01', 60)], '2025-12-31', '2026-01-02')).toBeNull();
  expect(tripWorth([rule('2026-01-01', 60)], '2026-01-01', '2026-06-01')).toBeNull();
});
