import { expect, test } from 'vitest';
import { endAt } from '@/entities/forgotten-punch/end-at';

const ZONE = 'America/New_York';
const at = (clockIn: string, hour: number, now: string): string | null =>
  endAt(clockIn, hour * 60, ZONE, Date.parse(now));

test('a time is of the day the clock started, or of the next one where that is over', () => {
  expect(at('2026-11-16T12:00:00Z', 15.5, '2026-11-16T22:00:00Z')).toBe('2026-11-16T20:30:00Z');
  expect(at('2026-11-16T23:00:00Z', 3, '2026-11-17T12:00:00Z')).toBe('2026-11-17T08:00:00Z');
});

test('what is still ahead is no end', () => {
  expect(at('2026-11-16T12:00:00Z', 15.5, '2026-11-16T20:00:00Z')).toBeNull();
  expect(at('2026-11-16T12:00:00Z', 6, '2026-11-16T20:00:00Z')).toBeNull();
});

test('in the night the clocks go back the first of two times counts that is after the start', () => {
  expect(at('2026-11-01T02:00:00Z', 1.5, '2026-11-01T12:00:00Z')).toBe('2026-11-01T05:30:00Z');
  expect(at('2026-11-01T05:45:00Z', 1.5, '2026-11-01T12:00:00Z')).toBe('2026-11-01T06:30:00Z');
});

test('a time that is skipped is none', () => {
  expect(at('2026-03-08T04:00:00Z', 2.5, '2026-03-08T14:00:00Z')).toBeNull();
});
