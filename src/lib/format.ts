import type { Language } from '@/lib/languages';
import type { MinuteOfDay } from '@/lib/loose-time';
import { shortDate, shortWeekday, shortWeekdayDate, timeOfDay } from '@/lib/written-dates';
import { wallTimeAt } from '@/lib/zone';

export type DateFormat = 'MM/DD/YYYY' | 'DD/MM/YYYY' | 'YYYY-MM-DD';
export type TimeFormat = '12h' | '24h';

export interface FormatPreferences {
  language: Language;
  /** IANA zone in which instants are shown. */
  timeZone: string;
  dateFormat: DateFormat;
  timeFormat: TimeFormat;
}

/** `2026-11-14`. Dates without a time travel as this text everywhere. */
export type IsoDate = string;
type InstantLike = string | number | Date;

const DAY_MINUTES = 24 * 60;
const DAY_MS = DAY_MINUTES * 60_000;
const HALF_DAY_S = 12 * 3600;
export const METERS_PER_FOOT = 0.3048;
const FEET_PER_MILE = 5280;
const LOCALES: Record<Language, string> = { en: 'en-US', es: 'es-US' };

/** All words and figures people see, by language and the user's own choices. */
export function createFormat(preferences: FormatPreferences) {
  const { language, timeZone, dateFormat, timeFormat } = preferences;
  const locale = LOCALES[language];
  const cache = new Map<string, Intl.DateTimeFormat>();
  const dateTime = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
    const key = JSON.stringify(options);
    const known = cache.get(key);
    if (known) return known;
    const made = new Intl.DateTimeFormat(locale, options);
    cache.set(key, made);
    return made;
  };
  let dollars: Intl.NumberFormat | undefined;
  const money = (amount: number): string => {
    dollars ??= new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
    return dollars.format(amount);
  };
  const decimals = new Map<number, Intl.NumberFormat>();
  const shown = (instant: InstantLike): number => wallTimeAt(new Date(instant).getTime(), timeZone);
  const ofMinute = (minute: MinuteOfDay): string => {
    const ofDay = ((Math.floor(minute) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
    return timeOfDay(ofDay, language, timeFormat === '12h');
  };
  const time = (wall: number): string => ofMinute(wall / 60_000);
  // A plain date is put at noon UTC and read back in UTC, so that no zone can move it.
  const ofDate = (date: IsoDate, options: Intl.DateTimeFormatOptions): string =>
    dateTime({ timeZone: 'UTC', ...options }).format(new Date(`${date}T12:00:00Z`));

  const arrangeDate = (date: IsoDate): string => {
    const [year, month, day] = date.split('-');
    if (dateFormat === 'MM/DD/YYYY') return `${month}/${day}/${year}`;
    return dateFormat === 'DD/MM/YYYY' ? `${day}/${month}/${year}` : date;
  };

  const number = (value: number, fractionDigits = 0): string => {
    let format = decimals.get(fractionDigits);
    if (!format) {
      format = new Intl.NumberFormat(locale, {
        minimumFractionDigits: fractionDigits,
        maximumFractionDigits: fractionDigits,
        // Nothing is below nothing: -0.3 is 0 and not -0.
        signDisplay: 'negative',
      });
      decimals.set(fractionDigits, format);
    }
    return format.format(value);
  };

  return {
    preferences,
    locale,
    /** `6:55 AM` or `06:55`. */
    time: (instant: InstantLike): string => time(shown(instant)),
    timeOfDay: ofMinute,
    /** The user's date format: `11/14/2026`. */
    date: (date: IsoDate): string => arrangeDate(date),
    dateOfInstant: (instant: InstantLike): string =>
      arrangeDate(new Date(shown(instant)).toISOString().slice(0, 10)),
    /** `Nov 14` */
    dayMonth: (date: IsoDate): string => shortDate(Date.parse(date), language),
    /** `Sat, Nov 14` */
    weekdayDate: (date: IsoDate): string => shortWeekdayDate(Date.parse(date), language),
    /** `Saturday, November 14, 2026` */
    longDate: (date: IsoDate): string => ofDate(date, { dateStyle: 'full' }),
    /** `November 2026` */
    month: (date: IsoDate): string => ofDate(date, { month: 'long', year: 'numeric' }),
    weekday: (date: IsoDate, width: 'long' | 'short' | 'narrow' = 'short'): string =>
      width === 'short'
        ? shortWeekday(Date.parse(date), language)
        : ofDate(date, { weekday: width }),
    /** `Nov 2 – 15, 2026` */
    dateRange: (from: IsoDate, to: IsoDate): string =>
      dateTime({ timeZone: 'UTC', dateStyle: 'medium' }).formatRange(
        new Date(`${from}T12:00:00Z`),
        new Date(`${to}T12:00:00Z`),
      ),
    /** `Nov 14, 6:55 AM` */
    dateTime: (instant: InstantLike): string => {
      const wall = shown(instant);
      return `${shortDate(wall, language)}, ${time(wall)}`;
    },
    /** `$1,204.50` from dollars; cents come as integers through `moneyFromCents`. */
    money,
    moneyFromCents: (cents: number): string => money(cents / 100),
    number,
    /** From meters: `205 ft`; from a tenth of a mile on `0.6 mi`. */
    distance: (meters: number): string => {
      const feet = meters / METERS_PER_FOOT;
      return feet < FEET_PER_MILE / 10
        ? `${number(Math.round(feet))} ft`
        : `${number(feet / FEET_PER_MILE, 1)} mi`;
    },
    percent: (share: number): string =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share),
    list: (items: string[]): string => new Intl.ListFormat(locale).format(items),
    /** `Nevada or Colorado` */
    oneOf: (items: string[]): string =>
      new Intl.ListFormat(locale, { type: 'disjunction' }).format(items),
    /** `2 min ago`; from half a day on by the calendar: `yesterday` is the day before. */
    relative: (instant: InstantLike, now: number): string => {
      const nights = Math.floor(shown(now) / DAY_MS) - Math.floor(shown(instant) / DAY_MS);
      return relativeWords(locale, instant, now, nights);
    },
  };
}

export type Format = ReturnType<typeof createFormat>;

function relativeWords(locale: string, instant: InstantLike, now: number, nights: number): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const seconds = Math.round((new Date(instant).getTime() - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 60) return words.format(0, 'second');
  if (size < 3600) return words.format(Math.trunc(seconds / 60), 'minute');
  if (nights === 0 || size < HALF_DAY_S) return words.format(Math.trunc(seconds / 3600), 'hour');
  return words.format(-nights, 'day');
}
