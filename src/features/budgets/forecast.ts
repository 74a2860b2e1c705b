import type { Forecast } from '@/features/budgets/api/queries';
import type { Figures, Subtotal } from '@/features/budgets/budget-rows';
import { NO_CHANGES, type Outlook, type Pace, whatIf } from '@/features/budgets/what-if';
import { addDays } from '@/lib/time';

/** What the project will have taken at the end, in hours or in dollars of labor. */
export interface AtCompletion {
  budget: number | null;
  actual: number;
  forecast: number | null;
  /** The likely range, once there are enough weeks. */
  low: number | null;
  high: number | null;
}

/**
 * The one forecast of every screen and file: the sum of the lines. The range is that of the last weeks,
 * and reaches as far as the forecast where that lies outside.
 */
export function hoursAtCompletion(totals: Figures, recent: Forecast | undefined): AtCompletion {
  const { forecast_hours: forecast, actual_hours: actual, budget_hours: budget } = totals;
  const [low, high] = [recent?.low_hours ?? null, recent?.high_hours ?? null];
  return {
    budget,
    actual,
    forecast,
    low: low === null || forecast === null ? low : Math.min(low, forecast),
    high: high === null || forecast === null ? high : Math.max(high, forecast),
  };
}

/** Further away says nothing. */
const MAX_WEEKS = 1000;

/** The day the hours still to come are worked, at as many a week as in the last four. */
export function finishOf(
  totals: Figures,
  recent: Forecast | undefined,
  today: string,
): string | null {
  const { forecast_hours: forecast, actual_hours: actual } = totals;
  if (forecast === null || !recent?.hours_per_week) return null;
  const weeks = Math.max(0, forecast - actual) / recent.hours_per_week;
  return weeks < MAX_WEEKS ? addDays(today, Math.ceil(7 * weeks - 1e-9)) : null;
}

/** Where "What if" begins: the same forecast. */
export function outlookOf(
  totals: Subtotal,
  recent: Forecast | undefined,
  today: string,
): Outlook | null {
  const { forecast_hours: forecast, actual_hours: actual, actual_amount } = totals;
  if (forecast === null || !recent || recent.forecast_hours === null) return null;
  return {
    today,
    forecastHours: forecast,
    openHours: Math.max(0, forecast - actual),
    actualCost: actual_amount,
  };
}

/**
 * Labor so far, and the hours still to come at what an hour costs now with its overtime, as "What if"
 * has it without changes; before that is known, at what an hour has cost so far. Machines are apart,
 * as their budget is. Null for who may not see amounts.
 */
export function laborAtCompletion(
  totals: Subtotal,
  recent: Forecast | undefined,
  pace: Pace | null | undefined,
): AtCompletion | null {
  const { actual_amount: actual, actual_hours: worked, budget_amount: budget } = totals;
  if (actual === null) return null;
  const hours = hoursAtCompletion(totals, recent);
  const cost = (atEnd: number | null): number | null => {
    if (atEnd === null) return null;
    const openHours = Math.max(0, atEnd - worked);
    const outlook = { today: '2000-01-01', forecastHours: atEnd, openHours, actualCost: actual };
    const atPace = pace ? whatIf(outlook, pace, NO_CHANGES).cost : null;
    return atPace ?? (worked > 0 ? actual + (openHours * actual) / worked : null);
  };
  return {
    budget,
    actual,
    forecast: cost(hours.forecast),
    low: cost(hours.low),
    high: cost(hours.high),
  };
}
