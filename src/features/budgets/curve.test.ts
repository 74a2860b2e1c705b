import { expect, test } from 'vitest';
import { curveOf, drawingOf, pathOf, stepOf } from './curve';

const weeks = [
  { week: '2026-03-02', actual_hours: 10, earned_hours: 8, planned_hours: 25 },
  { week: '2026-03-09', actual_hours: 20, earned_hours: 12, planned_hours: 50 },
  { week: '2026-03-16', actual_hours: null, earned_hours: null, planned_hours: 75 },
];
const points = curveOf(weeks);

test('weeks become sums, and weeks to come have none', () => {
  expect(points).toEqual([
    { week: '2026-03-02', actual: 10, earned: 8, planned: 25 },
    { week: '2026-03-09', actual: 30, earned: 20, planned: 50 },
    { week: '2026-03-16', actual: null, earned: null, planned: 75 },
  ]);
});

test('lines end today, the plan at its end', () => {
  const none = { finish: null, forecast: null, low: null, high: null };
  const drawing = drawingOf(points, 100, none, { width: 210, height: 100 });
  expect(drawing).toMatchObject({ days: 21, hours: 100, ticks: [0, 50, 100] });
  expect(pathOf(points, 'actual', '2026-03-12', drawing)).toBe('M0,100.0L70.0,90.0L110.0,70.0');
  expect(pathOf(points, 'planned', '2026-03-12', drawing)).toBe(
    'M0,100.0L70.0,75.0L140.0,50.0L210.0,25.0',
  );
});

test('scales have round steps', () => {
  expect([100, 2449, 90, 4, 1].map(stepOf)).toEqual([50, 1000, 50, 1, 0.5]);
});
