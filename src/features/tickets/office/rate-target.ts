import type { BillRate } from '@/features/tickets/office/api/queries';

/** Whom a rate is for; of several that fit an hour the first one counts. */
export const TARGETS = ['person', 'class', 'trade', 'machine'] as const;
export type Target = (typeof TARGETS)[number];

export function targetOf(rate: BillRate): Target {
  if (rate.employee_id) return 'person';
  if (rate.classification_id) return 'class';
  return rate.trade === null ? 'machine' : 'trade';
}

const seriesOf = (rate: BillRate): string =>
  [
    rate.employee_id,
    rate.classification_id,
    rate.trade?.trim().toLowerCase(),
    rate.equipment_class_id,
    rate.project_id,
  ].join(' ');

export interface RateSeries {
  key: string;
  /** The newest that has begun, else the first to begin. */
  current: BillRate;
  /** All of it, the newest first. */
  history: BillRate[];
}

/** Rates of the same target and project follow each other. */
export function rateSeries(rates: readonly BillRate[], today: string): RateSeries[] {
  const byKey = Map.groupBy(rates, seriesOf);
  return [...byKey].map(([key, list]) => {
    const history = [...list].sort((one, other) => (one.from_date < other.from_date ? 1 : -1));
    const current = history.find(({ from_date }) => from_date <= today) ?? history.at(-1);
    return { key, current: current as BillRate, history };
  });
}
