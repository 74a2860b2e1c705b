import type { IsoDate } from '@/lib/format';
import { instantAt } from '@/lib/time';

/** When a crew gets up. */
const MORNING_MINUTE = 6 * 60;

/** The moment a snooze ends that lasts until this day. */
export const morningOf = (date: IsoDate, timeZone: string): string =>
  instantAt(date, MORNING_MINUTE, timeZone);
