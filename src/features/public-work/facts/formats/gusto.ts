import { periodIn } from '@/features/public-work/facts/formats/dates';
import {
  cellOf,
  type FactTable,
  type Grid,
  isBlank,
  isTotal,
} from '@/features/public-work/facts/formats/fact-table';

const SECTION = 'employee earnings';
const PERIOD_START = 'Payroll period start';
const PERIOD_END = 'Payroll period end';
const PAY_DAY = 'Pay day';

/**
 * Gusto's Payroll Journal: a summary for each employee, which has no dates and is left out, then a
 * section "Employee Earnings" for each pay schedule and period, with its period and pay day above it.
 */
export function readGusto(grid: Grid): FactTable | null {
  const starts = grid.flatMap((cells, at) =>
    cellOf(cells, 0).toLowerCase() === SECTION ? [at] : [],
  );
  if (starts.length === 0) return null;
  const headings = [PERIOD_START, PERIOD_END, PAY_DAY];
  const rows: FactTable['rows'] = [];
  starts.forEach((start, index) => {
    readSection(grid, start + 1, starts[index + 1] ?? grid.length, headings, rows);
  });
  return { source: 'gusto', headings, rows };
}

function readSection(
  grid: Grid,
  from: number,
  to: number,
  headings: string[],
  rows: FactTable['rows'],
): void {
  let places: number[] | null = null;
  let dates: string[] = ['', '', ''];
  for (let at = from; at < to; at++) {
    const cells = grid[at] ?? [];
    const first = cellOf(cells, 0);
    if (isBlank(cells)) continue;
    if (places === null && /payroll period$/i.test(first)) {
      const period = periodIn(cellOf(cells, 1));
      dates = [period?.start ?? '', period?.end ?? '', dates[2] ?? ''];
    } else if (places === null && /^pay day$/i.test(first)) {
      dates = [dates[0] ?? '', dates[1] ?? '', cellOf(cells, 1)];
    } else if (places === null && /^(last|first) name$/i.test(first)) {
      places = cells.map((heading) => placeOf(headings, heading.trim()));
    } else if (places !== null && isTotal(cells)) {
      return;
    } else if (places !== null) {
      const row = [...dates];
      places.forEach((place, column) => {
        row[place] = cellOf(cells, column);
      });
      rows.push({ line: at + 1, cells: Array.from(row, (cell) => cell ?? '') });
    }
  }
}

/** Sections of different schedules need not have the same columns. */
function placeOf(headings: string[], heading: string): number {
  const known = headings.indexOf(heading);
  return known >= 0 ? known : headings.push(heading) - 1;
}
