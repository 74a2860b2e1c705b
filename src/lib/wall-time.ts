import { Temporal } from 'temporal-polyfill';
import type { IsoDate } from '@/lib/format';
import type { MinuteOfDay } from '@/lib/loose-time';

/**
 * The instants at which a clock on the wall of this zone shows the time: one on ordinary days, two
 * in the hour that repeats when clocks go back, none in the hour that is skipped.
 */
export function wallTimeInstants(date: IsoDate, minute: MinuteOfDay, timeZone: string): string[] {
  const wanted = Temporal.PlainDate.from(date).toPlainDateTime(
    Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 }),
  );
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    wanted.toZonedDateTime(timeZone, { disambiguation }),
  );
  if (!earlier || !later || !earlier.toPlainDateTime().equals(wanted)) return [];
  const instants = [earlier.toInstant().toString(), later.toInstant().toString()];
  return [...new Set(instants)];
}

/** `EDT` / `EST`: tells the two occurrences of a repeated time apart. */
export function zoneName(instant: string, timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(
    new Date(instant),
  );
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}
