import type { CostPeriod } from '@/features/public-work/fringe/api/queries';

export interface PlanCost {
  amount: number;
  period: CostPeriod;
  /** All hours worked in a year; needed for a cost by month or year. */
  hours: number | null;
}

/** In ten-thousandths, so that no cent is lost to binary fractions before it is cut. */
const UNITS = 10_000;

/** What an hour is credited with, cut to the cent, as the database computes it. */
export function hourlyCredit({ amount, period, hours }: PlanCost): number {
  const units = Math.round(amount * UNITS) * (period === 'month' ? 12 : 1);
  const divisor = period === 'hour' ? 1 : (hours ?? 0);
  if (!(divisor > 0)) return 0;
  return Math.floor(units / divisor / 100 + 1e-7) / 100;
}

/** Hours of a full year for each person, rounded up: more hours never credit too much. */
export function averageYear(years: readonly { yearly_hours: number }[]): number | null {
  if (years.length === 0) return null;
  const total = years.reduce((sum, { yearly_hours }) => sum + yearly_hours, 0);
  return Math.ceil(Math.round((total / years.length) * 100) / 100);
}
