import { expect, test } from 'vitest';
import { milestonesOf } from '@/entities/budget/milestones';

test('each step ends at the percent done with it', () => {
  expect(milestonesOf('Rough-in 20, Set 12 fixtures 50%, Inspection 30')).toEqual([
    { name: 'Rough-in', after: 20 },
    { name: 'Set 12 fixtures', after: 70 },
    { name: 'Inspection', after: 100 },
  ]);
  expect(milestonesOf('One 33.3, Two 33.3, Three 33.4')?.at(-1)?.after).toBe(100);
});

test.each([
  'Rough-in 20, Trim 50',
  'Rough-in, Trim 100',
  '40, 60',
  'Rough-in 0, Trim 100',
  'A 60, B 60',
])('%s does not add up', (written) => {
  expect(milestonesOf(written)).toBeNull();
});
