import { expect, test } from 'vitest';
import type { Step } from '@/features/public-work/apprentices/api/queries';
import { coveredCrafts } from '@/features/public-work/apprentices/covered-crafts';
import { addMonths, ladderOf, problemOf } from '@/features/public-work/apprentices/ladder';
import { standings } from '@/features/public-work/apprentices/standing';

test('a month later is the same day, or the last of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-11-15', 3)).toBe('2027-02-15');
});

test('equal steps follow each other without a gap', () => {
  const plan = { start: '2026-01-31', months: 1, steps: 3, firstPercent: 50, lastPercent: 75 };
  expect(
    ladderOf(plan, (step) => `Period ${step}`).map(({ level, percent, from, to }) => [
      level,
      percent,
      from,
      to,
    ]),
  ).toEqual([
    ['Period 1', '50', '2026-01-31', '2026-02-27'],
    ['Period 2', '62.5', '2026-02-28', '2026-03-30'],
    ['Period 3', '75', '2026-03-31', '2026-04-29'],
  ]);
});

test.each([
  [{ level: ' ' }, 'level'],
  [{ percent: '0' }, 'percent'],
  [{ percent: '101' }, 'percent'],
  [{ percent: 'x' }, 'percent'],
  [{ fringe: '' }, 'fringe'],
  [{ from: null }, 'date'],
  [{ to: '2025-12-31' }, 'order'],
  [{}, null],
] as const)('%j is refused for its %s', (change, problem) => {
  const step = {
    key: 0,
    level: 'Third',
    percent: '60',
    fringe: '60',
    from: '2026-01-01',
    to: null,
  };
  expect(problemOf({ ...step, ...change } as never, true)).toBe(problem);
});

test('says who moves up within a month, and whose steps run out', () => {
  const step = (employee_id: string, from_date: string, to_date: string | null) =>
    ({ employee_id, from_date, to_date }) as Step;
  const found = standings(
    [
      step('moves', '2026-06-01', '2026-11-30'),
      step('moves', '2026-12-01', null),
      step('ends', '2026-06-01', '2026-12-05'),
      step('ended', '2026-01-01', '2026-11-10'),
      step('long ago', '2025-01-01', '2025-06-30'),
      step('goes on', '2026-01-01', null),
    ],
    '2026-11-17',
  );
  expect(found.map(({ employeeId, due }) => [employeeId, due])).toEqual([
    ['moves', 'moves_up'],
    ['ends', 'runs_out'],
    ['ended', 'runs_out'],
    ['long ago', null],
    ['goes on', null],
  ]);
});

test('an occupation covers the crafts that have it in their name', () => {
  const crafts = ['CARPENTER', 'Carpenter, drywall', 'Laborer'];
  expect(coveredCrafts(' carpenter ', crafts)).toEqual(['CARPENTER', 'Carpenter, drywall']);
  expect(coveredCrafts('', crafts)).toEqual([]);
});
