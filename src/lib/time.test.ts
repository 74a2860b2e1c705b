import { describe, expect, it } from 'vitest';
import { dateOf, instantAt, instantRange, minuteOfDay, monthOf, weekOf } from '@/lib/time';

const NEW_YORK = 'America/New_York';
const hours = (range: { start: string; end: string }): number =>
  (Date.parse(range.end) - Date.parse(range.start)) / 3_600_000;

describe('calendar arithmetic', () => {
  it('takes the date of the zone, not of UTC', () => {
    const justBeforeMidnight = Date.parse('2026-11-15T04:59:59Z');
    expect(dateOf(justBeforeMidnight, NEW_YORK)).toBe('2026-11-14');
    expect(dateOf(justBeforeMidnight + 1000, NEW_YORK)).toBe('2026-11-15');
  });

  it('begins the week on the chosen day', () => {
    expect(weekOf('2026-11-14', 0)).toEqual({ start: '2026-11-08', end: '2026-11-14' });
    expect(weekOf('2026-11-15', 0)).toEqual({ start: '2026-11-15', end: '2026-11-21' });
    expect(weekOf('2026-11-15', 1)).toEqual({ start: '2026-11-09', end: '2026-11-15' });
  });

  it('knows how long months are', () => {
    expect(monthOf('2028-02-10')).toEqual({ start: '2028-02-01', end: '2028-02-29' });
  });

  it('makes clock-change days 23 and 25 hours long', () => {
    const day = (date: string) => instantRange({ start: date, end: date }, NEW_YORK);
    expect(hours(day('2026-03-08'))).toBe(23);
    expect(hours(day('2026-11-01'))).toBe(25);
    expect(hours(day('2026-11-02'))).toBe(24);
  });

  it('moves a skipped time forward and takes the first of a doubled one', () => {
    expect(instantAt('2026-03-08', 150, NEW_YORK)).toBe('2026-03-08T07:30:00Z');
    expect(instantAt('2026-11-01', 90, NEW_YORK)).toBe('2026-11-01T05:30:00Z');
  });

  it('reads the wall clock back', () => {
    expect(minuteOfDay('2026-11-14T11:55:00Z', NEW_YORK)).toBe(6 * 60 + 55);
  });
});
