import type { IsoDate } from '@/lib/format';
import type { MinuteOfDay } from '@/lib/loose-time';
import { wallTime } from '@/lib/time';
import { instantsShowing, writtenInstant } from '@/lib/zone';

/**
 * The instants at which a clock on the wall of this zone shows the time: one on ordinary days, two
 * in the hour that repeats when clocks go back, none in the hour that is skipped.
 */
export function wallTimeInstants(date: IsoDate, minute: MinuteOfDay, timeZone: string): string[] {
  return instantsShowing(wallTime(date, minute), timeZone).map(writtenInstant);
}

/** `EDT` / `EST`: tells the two occurrences of a repeated time apart. */
export function zoneName(instant: string, timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(
    new Date(instant),
  );
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}
