import { describe, expect, it } from 'vitest';
import { createFormat } from '@/lib/format';

const instant = '2026-11-14T11:55:00Z';
const english = createFormat({
  language: 'en',
  timeZone: 'America/New_York',
  dateFormat: 'MM/DD/YYYY',
  timeFormat: '12h',
});
const spanish = createFormat({
  language: 'es',
  timeZone: 'America/Los_Angeles',
  dateFormat: 'DD/MM/YYYY',
  timeFormat: '24h',
});

describe('format', () => {
  it('follows the time format and the zone', () => {
    expect(english.time(instant)).toBe('6:55 AM');
    expect(spanish.time(instant)).toBe('03:55');
    expect(english.timeOfDay(0)).toBe('12:00 AM');
  });

  it('follows the date format', () => {
    expect(english.date('2026-11-14')).toBe('11/14/2026');
    expect(spanish.date('2026-11-14')).toBe('14/11/2026');
    expect(spanish.dateOfInstant('2026-11-14T05:00:00Z')).toBe('13/11/2026');
  });

  it('speaks the language', () => {
    expect(english.weekdayDate('2026-11-14')).toBe('Sat, Nov 14');
    expect(spanish.longDate('2026-11-14')).toContain('noviembre');
    expect(english.money(1204.5)).toBe('$1,204.50');
    expect(english.distance(62.4)).toBe('205 ft');
    expect(english.distance(160)).toBe('525 ft');
    expect(english.distance(161)).toBe('0.1 mi');
    expect(spanish.distance(966)).toBe('0.6 mi');
    expect(english.relative(instant, Date.parse(instant) + 2 * 60_000)).toBe('2 min. ago');
    // Saturday's work, on Monday morning: two nights, not forty hours.
    const saturday = '2026-11-14T22:00:00Z';
    const after = (hours: number) =>
      english.relative(saturday, Date.parse(saturday) + hours * 3_600_000);
    expect([4, 11, 16, 40, 64].map(after)).toEqual([
      '4 hr. ago',
      '11 hr. ago',
      'yesterday',
      '2 days ago',
      '3 days ago',
    ]);
  });
});

const LOCALES = { en: 'en-US', es: 'es-US' } as const;
const everyDay = Array.from({ length: 366 }, (_, day) => Date.UTC(2026, 0, 1 + day, 12));

describe.each(['en', 'es'] as const)('short dates and times in %s', (language) => {
  const of = (timeFormat: '12h' | '24h', timeZone = 'America/Denver') =>
    createFormat({ language, timeZone, dateFormat: 'YYYY-MM-DD', timeFormat });
  const intl = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC', ...options });
  const plain = (text: string): string => text.replaceAll('\u202f', ' ');

  it('are those of Intl on every day of a year', () => {
    const format = of('12h');
    const dayMonth = intl({ month: 'short', day: 'numeric' });
    const weekdayDate = intl({ weekday: 'short', month: 'short', day: 'numeric' });
    const weekday = intl({ weekday: 'short' });
    for (const day of everyDay) {
      const date = new Date(day).toISOString().slice(0, 10);
      expect(format.dayMonth(date)).toBe(dayMonth.format(day));
      expect(format.weekdayDate(date)).toBe(weekdayDate.format(day));
      expect(format.weekday(date)).toBe(weekday.format(day));
    }
  });

  it('are those of Intl in every minute of a day', () => {
    const clock = { hour: 'numeric', minute: '2-digit' } as const;
    const twelve = intl({ ...clock, hour12: true });
    const day = intl({ ...clock, hourCycle: 'h23' });
    for (let minute = 0; minute < 1440; minute += 1) {
      const at = minute * 60_000;
      expect(of('12h').timeOfDay(minute)).toBe(plain(twelve.format(at)));
      expect(of('24h').timeOfDay(minute)).toBe(day.format(at));
    }
  });

  it('are those of the zone, also before 1970', () => {
    const zoned = intl({
      timeZone: 'America/Denver',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    });
    for (const at of ['2026-11-01T05:30:00Z', '2026-07-04T18:00:59.9Z', '1969-02-01T06:10:00Z']) {
      expect(of('12h').dateTime(at)).toBe(plain(zoned.format(Date.parse(at))));
    }
  });
});
