import { describe, expect, it } from 'vitest';
import { periodRange } from '@/entities/time-entry/period';
import { instantRange } from '@/lib/time';

const calendar = { today: '2026-11-01', weekStart: 0 as const };

describe('periodRange', () => {
  it('knows the days of each tab', () => {
    expect(periodRange('today', calendar)).toEqual({ start: '2026-11-01', end: '2026-11-01' });
    expect(periodRange('yesterday', calendar)).toEqual({ start: '2026-10-31', end: '2026-10-31' });
    expect(periodRange('week', calendar)).toEqual({ start: '2026-11-01', end: '2026-11-07' });
    expect(periodRange('week', { ...calendar, weekStart: 1 })).toEqual({
      start: '2026-10-26',
      end: '2026-11-01',
    });
  });

  it('turns a custom range in disorder around', () => {
    expect(periodRange('custom', calendar, { start: '2026-11-05', end: '2026-11-02' })).toEqual({
      start: '2026-11-02',
      end: '2026-11-05',
    });
  });

  it('covers 25 hours on the day clocks go back and 23 when they go forward', () => {
    const hours = (day: string) => {
      const { start, end } = instantRange({ start: day, end: day }, 'America/New_York');
      return (Date.parse(end) - Date.parse(start)) / 3_600_000;
    };
    expect(hours('2026-11-01')).toBe(25);
    expect(hours('2026-03-08')).toBe(23);
  });
});
