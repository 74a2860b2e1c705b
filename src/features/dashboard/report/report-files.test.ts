import { expect, test } from 'vitest';
import type { ReportRow } from '@/features/dashboard/api/report-query';
import { decimalHours } from './report-files';

const rows = (...minutes: number[]) =>
  minutes.map((value) => ({ seconds: value * 60 }) as ReportRow);

test('rows of decimal hours add up to the total (AR-6, AR-7)', () => {
  expect(decimalHours(rows(440, 440, 440))).toEqual([7.34, 7.33, 7.33]);
  expect(decimalHours(rows(100, 50, 25))).toEqual([1.67, 0.83, 0.42]);
});
