import { expect, test } from 'vitest';
import { detailsOf, type Policy, policyOf } from '@/features/settings/overtime-details';

const CALIFORNIA: Policy = {
  weekly_after: 2400,
  daily: [
    { after: 480, mult: 1.5 },
    { after: 720, mult: 2 },
  ],
  consecutive_after: null,
  seventh_day: { on: true, first: 480, mult1: 1.5, mult2: 2 },
  day_rules: [
    { dow: 6, mult: 1.5 },
    { dow: 3, mult: 1.25 },
  ],
  day_split: 'split',
  workday_start: '00:00',
  rate_method: 'weighted_average',
  meal_premium: true,
};

test('a rule survives the form, with what the form does not show', () => {
  const saved = policyOf(CALIFORNIA, detailsOf(CALIFORNIA));
  expect(saved).toEqual(CALIFORNIA);
});

test('empty fields take a rule away, typed ones set it', () => {
  const details = {
    ...detailsOf(CALIFORNIA),
    weekly: '',
    second: '',
    saturday: '',
    holiday: '2.5',
  };
  expect(policyOf(CALIFORNIA, { ...details, daily: '10', daySplit: 'start_day' })).toMatchObject({
    weekly_after: null,
    daily: [{ after: 600, mult: 1.5 }],
    day_rules: [
      { holiday: true, mult: 2.5 },
      { dow: 3, mult: 1.25 },
    ],
    day_split: 'start_day',
    meal_premium: true,
  });
});

test('names the fields that are wrong', () => {
  const details = detailsOf(CALIFORNIA);
  const wrong = (change: object) => policyOf(CALIFORNIA, { ...details, ...change });
  expect(wrong({ weekly: 'NaN' })).toEqual(['weekly']);
  expect(wrong({ weekly: '169' })).toEqual(['weekly']);
  expect(wrong({ dailyFactor: '0.5' })).toEqual(['dailyFactor']);
  expect(wrong({ dailyFactor: '' })).toEqual(['dailyFactor']);
  expect(wrong({ second: '7' })).toEqual(['second']);
  expect(wrong({ daily: '', second: '12' })).toEqual(['second']);
  expect(wrong({ sunday: 'Infinity', dayStart: '24:00' })).toEqual(['sunday', 'dayStart']);
});
