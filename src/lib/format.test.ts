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
    expect(english.distance(62.4)).toBe('62 m');
    expect(english.distance(160)).toBe('160 m');
    expect(english.distance(161)).toBe('0.1 mi');
    expect(spanish.distance(966)).toBe('0.6 mi');
    expect(english.relative(instant, Date.parse(instant) + 2 * 60_000)).toBe('2 min. ago');
  });
});
