import { expect, test } from 'vitest';
import { NO_CHANGES, type Pace, whatIf } from './what-if';

const pace: Pace = {
  people: 5,
  hours_per_week: 250,
  overtime_per_week: 50,
  weekly_after: 40,
  daily_after: null,
  hour_cost: 30,
  overtime_premium: 15,
};
const outlook = { today: '2026-04-08', forecastHours: 1500, openHours: 500, actualCost: 30_000 };
const change = (changes: Partial<typeof NO_CHANGES>, rules: Partial<Pace> = {}) =>
  whatIf(outlook, { ...pace, ...rules }, { ...NO_CHANGES, ...changes });

test('nothing changed: the present crew goes on as it did', () => {
  // Two weeks of 250 hours, 100 of them overtime: 30,000 + 500 × 30 + 100 × 15.
  expect(change({})).toEqual({ hours: 1500, overtime: 100, cost: 46_500, finish: '2026-04-22' });
});

test('twice the people take half the days and the same hours', () => {
  expect(change({ people: 10 })).toEqual({ ...change({}), finish: '2026-04-15' });
});

test('without overtime it costs less and takes longer', () => {
  // 200 hours a week: two and a half weeks.
  expect(change({ noOvertime: true })).toEqual({
    hours: 1500,
    overtime: 0,
    cost: 45_000,
    finish: '2026-04-26',
  });
});

test('ten-hour days are overtime where the rule is daily', () => {
  expect(change({ fourTens: true }).overtime).toBe(0);
  // Two of ten hours each day: a fifth.
  expect(change({ fourTens: true }, { daily_after: 8 }).overtime).toBe(100);
  expect(change({ fourTens: true, noOvertime: true }, { daily_after: 8 }).overtime).toBe(0);
});

test('a week later ends a week later, and costs the same', () => {
  expect(change({ weeksLater: 1 })).toEqual({ ...change({}), finish: '2026-04-29' });
});

test('a tenth less done in an hour takes more hours', () => {
  expect(change({ productivity: -20 })).toMatchObject({ hours: 1625, finish: '2026-04-26' });
});

test('nobody at work never ends, and hidden rates give no cost', () => {
  expect(change({}, { hours_per_week: 0, overtime_per_week: 0 }).finish).toBeNull();
  expect(change({}, { hour_cost: null }).cost).toBeNull();
});
