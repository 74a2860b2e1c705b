import { type Box, MARGIN } from '@/features/public-work/report/files/form-writer';

/** Columns of page 1 and their shares of its width. */
const SHARES = {
  entry: 18,
  lastName: 52,
  firstName: 44,
  initial: 15,
  identifier: 30,
  kind: 32,
  classification: 52,
  line: 14,
  day1: 17.5,
  day2: 17.5,
  day3: 17.5,
  day4: 17.5,
  day5: 17.5,
  day6: 17.5,
  day7: 17.5,
  hours: 24,
  rate: 28,
  credit: 32,
  cash: 32,
  grossProject: 35,
  grossAll: 35,
  tax: 31,
  fica: 30,
  other: 31,
  deductions: 32,
  net: 35,
} as const;

export type Column = keyof typeof SHARES;

export const DAY_COLUMNS = ['day1', 'day2', 'day3', 'day4', 'day5', 'day6', 'day7'] as const;

/** Heights on page 1, from the upper margin. */
export const TOP = {
  checks: 44,
  facts: 58,
  factsHeight: 30,
  head: 122,
  numberHeight: 9,
  headHeight: 88,
  row: 36,
} as const;

export const ROWS_TOP = MARGIN.y + TOP.head + TOP.headHeight;

type Span = { left: number; width: number };

/** Where the columns are on a page of this width between its margins. */
export function columnsOf(width: number): Record<Column, Span> {
  const all = Object.values(SHARES).reduce((sum, share) => sum + share, 0);
  let left = MARGIN.x;
  const entries = Object.entries(SHARES).map(([column, share]) => {
    const span = { left, width: (width * share) / all };
    left += span.width;
    return [column, span] as const;
  });
  return Object.fromEntries(entries) as Record<Column, Span>;
}

/** From one column to another. */
export function spanOf(columns: Record<Column, Span>, first: Column, last: Column): Span {
  const { left } = columns[first];
  const end = columns[last].left + columns[last].width;
  return { left, width: end - left };
}

/** The box of a cell: a row is divided into lines of straight time, overtime and double time. */
export function cellBox(
  span: Span,
  row: number,
  line: { index: number; count: number } = { index: 0, count: 1 },
): Box {
  const height = TOP.row / line.count;
  return { ...span, top: ROWS_TOP + row * TOP.row + line.index * height, height };
}
