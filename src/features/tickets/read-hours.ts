import { minutesOfHours, numberIn } from '@/lib/read-number';

/** Of a day. */
export const DAY_HOURS = { max: 24 };
export const QUANTITY = { digits: 3, min: 0.001, max: 1_000_000 };

/** Exact to the minute, in hundredths as a ticket has them; empty is none. Null: not hours of a day. */
export function readHours(typed: string): number | null {
  const minutes = typed.trim() === '' ? 0 : minutesOfHours(typed, 1440);
  return minutes === null ? null : Math.round((minutes / 60) * 100) / 100;
}

export const readQuantity = (typed: string): number | null => numberIn(typed, QUANTITY);
