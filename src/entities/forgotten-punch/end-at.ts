import type { MinuteOfDay } from '@/lib/loose-time';
import { addDays, dateOf } from '@/lib/time';
import { wallTimeInstants } from '@/lib/wall-time';

const DAY_MS = 86_400_000;

/**
 * The first moment after the start at which the clock on the wall shows this time, within the 24 hours an
 * entry may last: each time of the day occurs once in them. Null: it is not over yet, or is skipped that night.
 */
export function endAt(
  clockIn: string,
  minute: MinuteOfDay,
  timeZone: string,
  nowMs: number,
): string | null {
  const start = Date.parse(clockIn);
  const date = dateOf(start, timeZone);
  const end = [date, addDays(date, 1)]
    .flatMap((day) => wallTimeInstants(day, minute, timeZone))
    .find((instant) => Date.parse(instant) > start);
  if (!end || Date.parse(end) > nowMs || Date.parse(end) - start > DAY_MS) return null;
  return end;
}
