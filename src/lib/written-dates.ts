import type { Language } from '@/lib/languages';
import type { MinuteOfDay } from '@/lib/loose-time';

/**
 * The short dates and times of first screens, as `Intl` writes them. By hand, because the first
 * formatter a page makes costs 30 ms (120 ms on a phone): the browser reads its tables of languages.
 */
const MONTHS: Record<Language, string> = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  es: 'ene feb mar abr may jun jul ago sept oct nov dic',
};
const WEEKDAYS: Record<Language, string> = {
  en: 'Sun Mon Tue Wed Thu Fri Sat',
  es: 'dom lun mar mié jue vie sáb',
};
const HALVES: Record<Language, readonly [string, string]> = {
  en: ['AM', 'PM'],
  es: ['a.m.', 'p.m.'],
};

const nth = (words: string, index: number): string => words.split(' ')[index] ?? '';

/** Dates come as milliseconds as if there were no zones (`zone.ts`). */
export const shortWeekday = (date: number, language: Language): string =>
  nth(WEEKDAYS[language], new Date(date).getUTCDay());

/** `Nov 14`, `14 nov` */
export function shortDate(date: number, language: Language): string {
  const day = new Date(date).getUTCDate();
  const month = nth(MONTHS[language], new Date(date).getUTCMonth());
  return language === 'en' ? `${month} ${day}` : `${day} ${month}`;
}

/** `Sat, Nov 14`, `sáb, 14 de nov` */
export function shortWeekdayDate(date: number, language: Language): string {
  const day = shortDate(date, language);
  const words = language === 'en' ? day : day.replace(' ', ' de ');
  return `${shortWeekday(date, language)}, ${words}`;
}

/** `6:55 AM`, `6:55 a.m.` or `06:55` */
export function timeOfDay(minute: MinuteOfDay, language: Language, twelveHours: boolean): string {
  const hour = Math.floor(minute / 60);
  const minutes = String(minute % 60).padStart(2, '0');
  if (!twelveHours) return `${String(hour).padStart(2, '0')}:${minutes}`;
  return `${hour % 12 || 12}:${minutes} ${HALVES[language][hour < 12 ? 0 : 1]}`;
}
