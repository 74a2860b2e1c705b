import { addDays } from '@/lib/time';

export interface BudgetWeek {
  /** Its first day. */
  week: string;
  /** In the week; null in weeks to come. */
  actual_hours: number | null;
  earned_hours: number | null;
  /** Up to its end; null without a deadline. */
  planned_hours: number | null;
}

/** Hours since the beginning, at the end of a week. */
export interface CurvePoint {
  week: string;
  actual: number | null;
  earned: number | null;
  planned: number | null;
}

export function curveOf(weeks: readonly BudgetWeek[]): CurvePoint[] {
  let actual = 0;
  let earned = 0;
  return weeks.map((row) => {
    actual += row.actual_hours ?? 0;
    earned += row.earned_hours ?? 0;
    const past = row.actual_hours !== null;
    return {
      week: row.week,
      actual: past ? actual : null,
      earned: past ? earned : null,
      planned: row.planned_hours,
    };
  });
}

export interface Expected {
  finish: string | null;
  forecast: number | null;
  low: number | null;
  high: number | null;
}

export interface Drawing {
  /** Of days since the first: where the curves end. */
  days: number;
  hours: number;
  /** Steps of the scale of hours. */
  ticks: number[];
  x: (date: string) => number;
  y: (hours: number) => number;
}

const DAY = 86_400_000;
const between = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY;

/** 1, 2 or 5 times a power of ten, so that about four of them reach the top. */
export function stepOf(most: number): number {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const times = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10;
  return times * power;
}

/** Scales for a drawing of this size. */
export function drawingOf(
  points: readonly CurvePoint[],
  budget: number,
  expected: Expected,
  size: { width: number; height: number },
): Drawing {
  const first = points[0]?.week ?? '';
  const last = addDays(points.at(-1)?.week ?? first, 7);
  const end = expected.finish !== null && expected.finish > last ? expected.finish : last;
  const days = Math.max(7, between(first, end));
  const most = Math.max(
    1,
    budget,
    expected.high ?? 0,
    ...points.flatMap(({ actual, earned, planned }) => [actual ?? 0, earned ?? 0, planned ?? 0]),
  );
  const step = stepOf(most);
  const hours = Math.ceil(most / step) * step;
  return {
    days,
    hours,
    ticks: Array.from({ length: Math.round(hours / step) + 1 }, (_, index) => index * step),
    x: (date) => (size.width * Math.min(days, Math.max(0, between(first, date)))) / days,
    y: (value) => size.height - (size.height * value) / hours,
  };
}

/** A line through the ends of the weeks that have this figure, from nothing at the beginning. */
export function pathOf(
  points: readonly CurvePoint[],
  figure: 'actual' | 'earned' | 'planned',
  today: string,
  { x, y }: Drawing,
): string {
  const known = points.filter((point) => point[figure] !== null);
  const places = known.map((point) => {
    const end = addDays(point.week, 7);
    const date = figure !== 'planned' && end > today ? addDays(today, 1) : end;
    return `${x(date).toFixed(1)},${y(point[figure] ?? 0).toFixed(1)}`;
  });
  const start = `0,${y(0).toFixed(1)}`;
  return places.length === 0 ? '' : `M${[start, ...places].join('L')}`;
}
