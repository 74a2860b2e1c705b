import { expect, test } from 'vitest';
import { hoursToSeconds, workingDays } from '@/entities/time-off/working-days';

test('Monday to Friday without holidays', () => {
  expect(workingDays('2026-11-24', '2026-11-29', new Set(['2026-11-26']))).toEqual([
    '2026-11-24',
    '2026-11-25',
    '2026-11-27',
  ]);
});

test('a weekend alone keeps its first day', () => {
  expect(workingDays('2026-11-28', '2026-11-29', new Set())).toEqual(['2026-11-28']);
});

test('hours are shown in whole minutes', () => {
  expect(hoursToSeconds(3.33)).toBe(12_000);
  expect(hoursToSeconds(-0.5)).toBe(-1800);
});
