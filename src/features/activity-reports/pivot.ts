import type { Definition, Measure } from '@/features/activity-reports/definition';

/** A row of `activity_report`. */
export interface Answer {
  keys: Record<string, string | null>;
  measures: Partial<Record<Measure | 'unpriced', number | null>>;
  labels: [label: string | null, detail: string | null][];
}

export interface PivotRow {
  key: string;
  /** The keys of its first and second grouping, for the way to the entries. */
  by: string | null;
  second: string | null;
  label: string | null;
  detail: string | null;
  secondLabel: string | null;
  cells: Map<string, number>;
  /** Null where nothing is known, which is not zero. */
  total: number | null;
  /** The further figures of the line. */
  also: Map<Measure, number>;
}

export interface Pivot {
  rows: PivotRow[];
  /** Keys of the columns in order; none without `across`. */
  columns: string[];
  totals: Map<string, number>;
  total: number;
  alsoTotals: Map<Measure, number>;
  /** Seconds of people without a rate: their cost is not known. */
  unpriced: number;
}

/** Turns rows into a table: one line for each of the groupings, a column for each time span. */
export function pivot(
  answers: readonly Answer[],
  {
    by,
    second,
    across,
    measure,
    also = [],
  }: Pick<Definition, 'by' | 'second' | 'across' | 'measure'> & Partial<Pick<Definition, 'also'>>,
): Pivot {
  const asked = [...new Set([by, second, across].filter((row) => row !== null))];
  const rows = new Map<string, PivotRow>();
  const totals = new Map<string, number>();
  let unpriced = 0;
  for (const { keys, measures, labels } of answers) {
    const secondKey = second ? (keys[second] ?? null) : null;
    const key = `${keys[by]} ${secondKey}`;
    const row = rows.get(key) ?? {
      key,
      by: keys[by] ?? null,
      second: secondKey,
      label: labels[asked.indexOf(by)]?.[0] ?? null,
      detail: labels[asked.indexOf(by)]?.[1] ?? null,
      secondLabel: second ? (labels[asked.indexOf(second)]?.[0] ?? null) : null,
      cells: new Map<string, number>(),
      total: null,
      also: new Map<Measure, number>(),
    };
    rows.set(key, row);
    unpriced += measures.unpriced ?? 0;
    for (const name of also) {
      const figure = measures[name] ?? null;
      // People of two weeks may be the same ones.
      if (figure === null || (name === 'people' && across)) continue;
      row.also.set(name, (row.also.get(name) ?? 0) + figure);
    }
    const value = measures[measure] ?? null;
    if (value === null) continue;
    row.total = (row.total ?? 0) + value;
    const column = across ? keys[across] : null;
    if (!column) continue;
    row.cells.set(column, (row.cells.get(column) ?? 0) + value);
    totals.set(column, (totals.get(column) ?? 0) + value);
  }
  const shown = [...rows.values()].filter(
    (row) => (row.total !== null && row.total !== 0) || [...row.also.values()].some(Boolean),
  );
  return {
    rows: shown,
    columns: [...totals.keys()].sort(),
    totals,
    total: shown.reduce((sum, row) => sum + (row.total ?? 0), 0),
    alsoTotals: new Map(
      also.map((name) => [name, shown.reduce((sum, row) => sum + (row.also.get(name) ?? 0), 0)]),
    ),
    unpriced,
  };
}

/** The first grouping alone, the largest first: what a chart shows. */
export function largest(rows: readonly PivotRow[], count: number) {
  const groups = new Map<string, { label: string | null; total: number }>();
  for (const row of rows) {
    const key = String(row.by);
    const group = groups.get(key) ?? { label: row.label, total: 0 };
    group.total += row.total ?? 0;
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.total - a.total).slice(0, count);
}
