import { expect, test } from 'vitest';
import {
  type BudgetFigures,
  byTrouble,
  groupLines,
  type ProjectFigures,
  subtotal,
} from './budget-rows';

const line = (figures: Partial<BudgetFigures>): BudgetFigures => ({
  cost_code_id: 'a',
  code: '03 30 00',
  name: 'Concrete',
  code_group: 'Concrete',
  unit: 'CY',
  budgeted: true,
  budget_hours: 0,
  actual_hours: 0,
  percent_used: null,
  percent_complete: null,
  earned_hours: null,
  variance_hours: null,
  forecast_hours: null,
  budget_amount: null,
  actual_amount: null,
  budget_quantity: null,
  actual_quantity: 0,
  productivity_factor: null,
  unpriced_hours: null,
  equipment_budget_amount: null,
  equipment_amount: null,
  ...figures,
});

const EV3 = line({
  budget_hours: 160,
  actual_hours: 56,
  earned_hours: 40,
  variance_hours: -16,
  forecast_hours: 224,
});
const EV6 = line({ budget_hours: 50, actual_hours: 6.5, earned_hours: 0, variance_hours: -6.5 });

test('EV-16: a group is the sum of its lines', () => {
  const sums = subtotal([EV3, EV6]);
  expect(sums.percent_complete?.toFixed(2)).toBe('19.05');
  expect(sums).toMatchObject({ variance_hours: -22.5, forecast_hours: 274, budget_amount: null });
});

test('lines stand under their group, those without one last', () => {
  const rows = groupLines([EV3, line({ code_group: null, cost_code_id: null })], 'Other');
  expect(rows.map((row) => (row.kind === 'group' ? row.title : row.key))).toEqual([
    'Concrete',
    'a',
    'Other',
    'none',
  ]);
});

test('the most trouble stands first, projects without a budget last', () => {
  const project = (project_id: string, figures: Partial<ProjectFigures>): ProjectFigures => ({
    ...line({ budget_hours: 100 }),
    version: 1,
    worst_code: null,
    worst_hours: null,
    project_id,
    ...figures,
  });
  const rows = [
    project('none', { version: null, budget_hours: 0, actual_hours: 900 }),
    project('fine', { percent_used: 40, percent_complete: 45, forecast_hours: 90 }),
    project('over', { percent_used: 60, percent_complete: 50, forecast_hours: 120 }),
    project('watch', { percent_used: 40, percent_complete: 38, forecast_hours: 105 }),
    project('worse', { percent_used: 120, percent_complete: 50, forecast_hours: 240 }),
  ];
  expect(byTrouble(rows).map((row) => row.project_id)).toEqual([
    'worse',
    'over',
    'watch',
    'fine',
    'none',
  ]);
});
