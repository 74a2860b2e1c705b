import { expect, test } from 'vitest';
import type { CodeProgress } from '@/features/progress/api/queries';
import { progressRows, sumsOf } from './progress-rows';

const code = (values: Partial<CodeProgress>): CodeProgress => ({
  cost_code_id: 'a',
  code: '03 30 00',
  name: 'Concrete',
  code_group: 'Concrete',
  unit: 'CY',
  budget_quantity: 100,
  previous_quantity: 20,
  quantity: 10,
  cumulative_quantity: 30,
  unapproved_quantity: 0,
  percent_complete: 30,
  actual_hours: 8,
  earned_hours: 10,
  productivity_factor: 1.25,
  usual_quantity: null,
  last_quantity: null,
  last_date: null,
  milestones: null,
  ...values,
});

test('hours of a group add up, quantities do not, and work without a quantity has no productivity', () => {
  const unmeasured = code({ actual_hours: 5, earned_hours: null, productivity_factor: null });
  expect(sumsOf([code({}), unmeasured])).toMatchObject({
    cumulative: null,
    hours: 13,
    earned: 10,
    factor: 1.25,
  });
});

test('codes stand under their group, those without one last', () => {
  const rows = progressRows([code({}), code({ cost_code_id: 'b', code_group: null })], 'Other');
  expect(rows.map(({ title, key }) => title ?? key)).toEqual(['Concrete', 'a', 'Other', 'b']);
});
