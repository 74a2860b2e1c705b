/** One number with an aim, for the table at the end of a run. */
export interface Figure {
  readonly line: string;
  readonly value: number;
  readonly unit?: string;
  /** One of the two. */
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Every figure with what is wanted of it; those that miss it are marked. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.line,
    said(figure.value, figure.unit),
    wanted(figure),
    misses(figure) ? 'MISSES' : '',
  ]);
  const all = [['line', 'measured', 'wanted', ''], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
  const missed = figures.filter(misses).length;
  return [...lines, `${figures.length - missed} of ${figures.length} hold`].join('\n');
}

/** A number that could not be measured holds nothing. */
export function misses({ value, atMost = Infinity, atLeast = -Infinity }: Figure): boolean {
  return !(value <= atMost && value >= atLeast);
}

function wanted({ atMost, atLeast, unit }: Figure): string {
  return atMost === undefined ? `≥ ${said(atLeast ?? 0, unit)}` : `≤ ${said(atMost, unit)}`;
}

function said(value: number, unit?: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = Number(value.toFixed(digits)).toLocaleString('en');
  return unit ? `${number} ${unit}` : number;
}
