import * as Instant from 'temporal-polyfill/fns/Instant';
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime';
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime';
import type { IsoDate } from '@/lib/format';
import type { MinuteOfDay } from '@/lib/loose-time';

/**
 * The instants at which a clock on the wall of this zone shows the time: one on ordinary days, two
 * in the hour that repeats when clocks go back, none in the hour that is skipped.
 */
export function wallTimeInstants(date: IsoDate, minute: MinuteOfDay, timeZone: string): string[] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const wanted = PlainDateTime.create(year, month, day, Math.floor(minute / 60), minute % 60);
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    PlainDateTime.toZonedDateTime(wanted, timeZone, { disambiguation }),
  );
  if (!earlier || !later) return [];
  if (!PlainDateTime.equals(ZonedDateTime.toPlainDateTime(earlier), wanted)) return [];
  const instants = [earlier, later].map((zoned) =>
    Instant.toString(ZonedDateTime.toInstant(zoned)),
  );
  return [...new Set(instants)];
}

/** `EDT` / `EST`: tells the two occurrences of a repeated time apart. */
export function zoneName(instant: string, timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(
    new Date(instant),
  );
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}
