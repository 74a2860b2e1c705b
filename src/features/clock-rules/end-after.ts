import type { MinuteOfDay } from '@/lib/loose-time';
import { addDays, dateOf } from '@/lib/time';
import { wallTimeInstants } from '@/lib/wall-time';

/** The first instant after a start at which the clocks of the zone show this time. */
export function endAfter(start: string, minute: MinuteOfDay, timeZone: string): string {
  const first = dateOf(Date.parse(start), timeZone);
  const instants = [0, 1, 2].flatMap((days) =>
    wallTimeInstants(addDays(first, days), minute, timeZone),
  );
  return instants.find((instant) => Date.parse(instant) > Date.parse(start)) ?? start;
}
