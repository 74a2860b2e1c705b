import { expect, it } from 'vitest';
import type { Forecast } from '@/features/budgets/api/queries';
import type { Subtotal } from '@/features/budgets/budget-rows';
import {
  finishOf,
  hoursAtCompletion,
  laborAtCompletion,
  outlookOf,
} from '@/features/budgets/forecast';
import { NO_CHANGES, whatIf } from '@/features/budgets/what-if';

const TOTALS = {
  budget_hours: 2000,
  actual_hours: 1500,
  forecast_hours: 2456,
  budget_amount: 90_000,
  actual_amount: 60_000,
  equipment_budget_amount: null,
  equipment_amount: 12_000,
} as Subtotal;
const RECENT = {
  forecast_hours: 2424,
  low_hours: 2380,
  high_hours: 2440,
  open_hours: 924,
  hours_per_week: 200,
} as Forecast;
const PACE = {
  people: 5,
  hours_per_week: 200,
  overtime_per_week: 20,
  weekly_after: 40,
  daily_after: null,
  hour_cost: 40,
  overtime_premium: 20,
};

it('has one forecast, inside its range, and the day and "What if" follow from it', () => {
  expect(hoursAtCompletion(TOTALS, RECENT)).toMatchObject({
    forecast: 2456,
    low: 2380,
    high: 2456,
  });
  const outlook = outlookOf(TOTALS, RECENT, '2026-11-12');
  const now = outlook && whatIf(outlook, PACE, NO_CHANGES);
  expect(now?.hours).toBe(2456);
  expect(now?.finish).toBe(finishOf(TOTALS, RECENT, '2026-11-12'));
  expect(now?.cost).toBe(laborAtCompletion(TOTALS, RECENT, PACE)?.forecast);
});

it('says dollars of labor without the machines, at the cost so far until there is a pace', () => {
  const labor = laborAtCompletion(TOTALS, RECENT, PACE);
  expect(labor).toMatchObject({ budget: 90_000, actual: 60_000 });
  expect(labor?.forecast).toBe(60_000 + 956 * 40 + 95.6 * 20);
  expect(laborAtCompletion(TOTALS, undefined, null)?.forecast).toBe(60_000 + 956 * 40);
});

it('says nothing it does not know', () => {
  const unknown = { ...TOTALS, forecast_hours: null, actual_amount: null };
  expect(finishOf(unknown, RECENT, '2026-11-12')).toBeNull();
  expect(finishOf(TOTALS, undefined, '2026-11-12')).toBeNull();
  expect(outlookOf(unknown, RECENT, '2026-11-12')).toBeNull();
  expect(laborAtCompletion(unknown, RECENT, PACE)).toBeNull();
});
