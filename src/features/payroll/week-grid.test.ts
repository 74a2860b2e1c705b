import { expect, test } from 'vitest';
import type { ExplainedLine } from '@/features/payroll/api/queries';
import { weekGrids } from '@/features/payroll/week-grid';

const line = (work_date: string, pay_code: string, minutes: number, code = 'concrete') =>
  ({
    week_start: work_date < '2026-03-16' ? '2026-03-09' : '2026-03-16',
    work_date,
    project_id: 'tower',
    cost_code_id: code,
    pay_code,
    minutes,
  }) as ExplainedLine;

test('a week is jobs by days: overtime in its job, time off below and not in the hours worked', () => {
  const [first, second] = weekGrids([
    line('2026-03-09', 'PTO', 480),
    line('2026-03-10', 'REG', 480),
    line('2026-03-10', 'OT', 60),
    line('2026-03-10', 'REG', 30, 'cleaning'),
    line('2026-03-15', 'REG', 120),
    line('2026-03-15', 'MEAL_PREM', 0),
    line('2026-03-16', 'REG', 60),
  ]);
  expect(first?.days.at(0)).toBe('2026-03-09');
  expect(first?.days.at(6)).toBe('2026-03-15');
  expect(first?.rows.map(({ key, days, minutes }) => [key, days, minutes])).toEqual([
    ['tower|concrete', [0, 540, 0, 0, 0, 0, 120], 660],
    ['tower|cleaning', [0, 30, 0, 0, 0, 0, 0], 30],
    ['PTO', [480, 0, 0, 0, 0, 0, 0], 480],
  ]);
  expect(first?.worked).toEqual([0, 570, 0, 0, 0, 0, 120]);
  expect(first?.minutes).toBe(690);
  expect(second?.minutes).toBe(60);
});

test('pay without hours makes no grid', () => {
  expect(weekGrids([line('2026-03-10', 'BONUS_D', 0)])).toEqual([]);
});
