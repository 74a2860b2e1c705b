import { expect, test } from 'vitest';
import type { CostRow, ReportRow } from '@/features/dashboard/api/report-query';
import { withCost } from '@/features/dashboard/report/with-cost';

const hours = (group_key: string, seconds: number) =>
  ({ group_key, then_key: null, label: group_key, seconds, entries: 1 }) as ReportRow;
const cost = (group_key: string, total_cents: number) =>
  ({ group_key, then_key: null, label: group_key, total_cents, unrated_minutes: 0 }) as CostRow;

test('pay without hours keeps its row, so that the total is what payroll pays', () => {
  const rows = withCost([hours('a', 3600), hours('b', 60)], [cost('a', 2500), cost('c', 10_000)]);
  expect(rows.map(({ group_key, seconds, cents }) => [group_key, seconds, cents])).toEqual([
    ['a', 3600, 2500],
    ['b', 60, 0],
    ['c', 0, 10_000],
  ]);
});

test('without cost nothing is said about it', () => {
  expect(withCost([hours('a', 60)], null)).toMatchObject([{ cents: null }]);
});
