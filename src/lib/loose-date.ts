import type { DateFormat, IsoDate } from '@/lib/format';
import { isIsoDate } from '@/lib/time';

const pad = (value: number): string => String(value).padStart(2, '0');

/**
 * Reads `2026-11-14`, and `11/14/2026`, `11/14/26`, `11.14` in the order of the user's format;
 * a missing year is the one of `today`. Null when it is not a date.
 */
export function parseLooseDate(
  text: string,
  dateFormat: DateFormat,
  today: IsoDate,
): IsoDate | null {
  const typed = text.trim();
  if (isIsoDate(typed)) return typed;
  const match = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d{2}))?$/.exec(typed);
  if (!match) return null;
  const [first, second] = [Number(match[1]), Number(match[2])];
  const [month, day] = dateFormat === 'DD/MM/YYYY' ? [second, first] : [first, second];
  const year = match[3] ?? today.slice(0, 4);
  const iso = `${year.length === 2 ? `20${year}` : year}-${pad(month)}-${pad(day)}`;
  return isIsoDate(iso) ? iso : null;
}
