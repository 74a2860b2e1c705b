import { expect, test } from 'vitest';
import type { Determination } from '@/features/public-work/contract/api/queries';
import { currentClasses, currentOf } from '@/features/public-work/contract/classes';
import {
  inOrder,
  stateOf,
  weekEndInside,
} from '@/features/public-work/contract/determination-state';
import {
  fitsForm,
  overtimeRules,
  overtimeValues,
} from '@/features/public-work/contract/overtime-rules';
import { rateAsTyped, readRate } from '@/features/public-work/contract/read-rate';

const edition = (modification: string, from: string, rates: Record<string, number>) =>
  ({
    id: `d${modification}`,
    number: 'VA1',
    modification,
    effective_from: from,
    classes: Object.entries(rates).map(([code, base]) => ({
      id: `${code}${modification}`,
      code,
      name: code,
      base_rate: base,
      zone_add: 1,
      fringe_rate: 2,
      ends_on: code === 'Rigger' ? '2026-02-28' : null,
    })),
  }) as unknown as Determination;

const ALL = [
  edition('2', '2026-06-01', { Mason: 33 }),
  edition('1', '2026-03-04', { Mason: 32, Roofer: 20 }),
  edition('0', '2026-01-01', { Mason: 30, Rigger: 28 }),
];

test('of each class the row in effect on the day, before the first the first; what a modification lacks goes on', () => {
  const on = (today: string) => currentClasses(ALL, today).map(({ id, base }) => [id, base]);
  expect(on('2025-12-01')).toEqual([
    ['Mason0', 31],
    ['Rigger0', 29],
    ['Roofer1', 21],
  ]);
  expect(on('2026-03-04').map(([id]) => id)).toEqual(['Mason1', 'Rigger0', 'Roofer1']);
  expect(on('2026-07-01').map(([id]) => id)).toEqual(['Mason2', 'Rigger0', 'Roofer1']);
});

test('an older row is the same class, and one whose last day is over has ended', () => {
  const current = currentClasses(ALL, '2026-03-10');
  expect(currentOf(ALL, current, 'Mason0')?.id).toBe('Mason1');
  expect(currentOf(ALL, current, 'Mason2')?.id).toBe('Mason1');
  expect(currentOf(ALL, current, 'Rigger0')?.hasEnded).toBe(true);
  expect(currentOf(ALL, current, 'nobody')).toBeNull();
});

test('what counts now stands first', () => {
  const states = inOrder(ALL, '2026-03-10').map((row) => stateOf(row, ALL, '2026-03-10'));
  expect(states).toEqual(['current', 'upcoming', 'replaced']);
});

test('a change on the first day of the week is inside none', () => {
  // Weeks end on Saturday; 2026-03-08 is a Sunday.
  expect(weekEndInside('2026-03-08', 6)).toBeNull();
  expect(weekEndInside('2026-03-11', 6)).toBe('2026-03-14');
  expect(weekEndInside('2026-03-14', 6)).toBe('2026-03-14');
});

test.each([
  ['38.25', { rate: 38.25 }],
  ['$ 36,8525', { rate: 36.8525 }],
  ['0', { problem: 'zero' }],
  ['-3', { problem: 'negative' }],
  ['-$3', { problem: 'negative' }],
  ['12.34567', { problem: 'unreadable' }],
  ['', { problem: 'unreadable' }],
  ['10000', { problem: 'tooHigh' }],
])('a rate typed as %s', (typed, expected) => {
  expect(readRate(typed, { zero: false })).toEqual(expected);
});

test('rates are shown as they are typed', () => {
  expect([30, 36.8525, 0.5, null].map(rateAsTyped)).toEqual(['30.00', '36.8525', '0.50', '']);
});

test('rules of a determination go through the form and back; others do not fit it', () => {
  const rules = {
    daily: [
      { after: 480, mult: 1.5 },
      { after: 720, mult: 2 },
    ],
    day_rules: [
      { dow: 0, mult: 2 },
      { holiday: true, mult: 2 },
    ],
  };
  expect(overtimeRules(overtimeValues(rules))).toEqual({ rules });
  expect(fitsForm(rules)).toBe(true);
  expect(overtimeRules(overtimeValues(null))).toEqual({ rules: null });
  expect(fitsForm({ daily: [{ after: 480, mult: 1.75 }] })).toBe(false);
  const values = { ...overtimeValues(null), halfAfter: '10', doubleAfter: '8' };
  expect(overtimeRules(values)).toEqual({ field: 'doubleAfter' });
  expect(overtimeRules({ ...values, halfAfter: 'ten' })).toEqual({ field: 'halfAfter' });
});
