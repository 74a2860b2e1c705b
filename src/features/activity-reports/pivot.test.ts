import { expect, test } from 'vitest';
import {
  asked,
  readAddress,
  readSaved,
  writeAddress,
} from '@/features/activity-reports/definition';
import { entriesLink, spanOf } from '@/features/activity-reports/entries-link';
import { type Answer, largest, type PivotRow, pivot } from '@/features/activity-reports/pivot';
import { complete } from '@/features/activity-reports/ready-made';

const answer = (
  project: string | null,
  week: string,
  code: string,
  hours: number | null,
): Answer => ({
  keys: { project, week, cost_code: code },
  measures: { hours },
  labels: [
    [project && `Project ${project}`, null],
    [`Code ${code}`, null],
    [week, null],
  ],
});
const SHAPE = { by: 'project', second: 'cost_code', across: 'week', measure: 'hours' } as const;

test('lines and columns add up to the same total', () => {
  const table = pivot(
    [
      answer('a', '2026-11-01', '1', 3600),
      answer('a', '2026-11-08', '1', 1800),
      answer('a', '2026-11-08', '2', 600),
      answer(null, '2026-11-01', '1', 60),
    ],
    SHAPE,
  );
  expect(table.rows.map(({ label, secondLabel, total }) => [label, secondLabel, total])).toEqual([
    ['Project a', 'Code 1', 5400],
    ['Project a', 'Code 2', 600],
    [null, 'Code 1', 60],
  ]);
  expect(table.columns).toEqual(['2026-11-01', '2026-11-08']);
  expect([...table.totals.values()].reduce((a, b) => a + b)).toBe(table.total);
  expect(largest(table.rows, 1)).toEqual([{ label: 'Project a', total: 6000 }]);
});

test('what is not known is left out, not shown as zero', () => {
  expect(pivot([answer('a', '2026-11-01', '1', null)], SHAPE).rows).toEqual([]);
});

test('an address and a saved report say the same', () => {
  const definition = complete({
    by: 'employee',
    second: 'project',
    across: 'month',
    measure: 'cost',
    period: 'custom',
    custom: { start: '2026-01-01', end: '2026-03-31' },
    project: 'p1',
  });
  expect(readAddress(writeAddress(definition))).toEqual(definition);
  expect(readSaved(asked(definition, { today: '2026-11-15', weekStart: 0 }))).toEqual(definition);
});

test('periods move along with the calendar', () => {
  const calendar = { today: '2026-03-01', weekStart: 1 } as const;
  const days = (period: 'thisWeek' | 'lastWeek' | 'lastMonth' | 'thisYear') => {
    const { start_date, end_date } = asked(complete({ period }), calendar);
    return [start_date, end_date];
  };
  expect(days('thisWeek')).toEqual(['2026-02-23', '2026-03-01']);
  expect(days('lastWeek')).toEqual(['2026-02-16', '2026-02-22']);
  expect(days('lastMonth')).toEqual(['2026-02-01', '2026-02-28']);
  expect(days('thisYear')).toEqual(['2026-01-01', '2026-12-31']);
});

test('further figures stand beside the first, for each line and in sum', () => {
  const table = pivot(
    [
      { keys: { project: 'a' }, measures: { hours: 3600, cost: 40 }, labels: [['A', null]] },
      { keys: { project: 'b' }, measures: { hours: 0, cost: 15 }, labels: [['B', null]] },
      { keys: { project: 'c' }, measures: { hours: 0, cost: 0 }, labels: [['C', null]] },
    ],
    { by: 'project', second: null, across: null, measure: 'hours', also: ['cost'] },
  );
  expect(table.rows.map(({ label, total, also }) => [label, total, also.get('cost')])).toEqual([
    ['A', 3600, 40],
    ['B', 0, 15],
  ]);
  expect(table.alsoTotals.get('cost')).toBe(55);
});

test('a report of another program is read whole: two rows, two measures, no shape', () => {
  const saved = { rows: ['employee', 'project'], measures: ['hours', 'cost'] };
  const read = readSaved(saved);
  expect(read).toMatchObject({
    by: 'employee',
    second: 'project',
    across: null,
    measure: 'hours',
    also: ['cost'],
  });
  expect(readAddress(writeAddress(read))).toMatchObject({ measure: 'hours', also: ['cost'] });
  expect(asked(read, { today: '2026-11-17', weekStart: 0 })).toMatchObject(saved);
});

test('a figure leads to its entries: the days of its column, and what the report is narrowed to', () => {
  const range = { start: '2026-11-03', end: '2026-11-20' };
  expect(spanOf('2026-11-01', 'week', range)).toEqual({ start: '2026-11-03', end: '2026-11-07' });
  expect(spanOf('2026-11-15', 'week', range)).toEqual({ start: '2026-11-15', end: '2026-11-20' });
  expect(spanOf('2026-11-01', 'month', range)).toEqual(range);
  const row = { by: 'e1', second: null } as PivotRow;
  const narrowed = { by: 'employee', second: null, project: 'p1', employee: null } as const;
  const link = entriesLink(row, narrowed, spanOf('2026-11-09', 'day', range));
  expect(link).toBe(
    '/time-tracker?period=custom&from=2026-11-09&to=2026-11-09&project=p1&employee=e1',
  );
});
