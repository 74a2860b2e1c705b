interface PdfColumn {
  header: string;
  /** Share of the width, where everything fits. */
  weight: number;
  align?: 'left' | 'right';
}

export interface PdfTable {
  columns: readonly PdfColumn[];
  /** By their shares alone, such as the days of a week. */
  hasEvenColumns?: true;
  /** A cell may have several lines. */
  rows: readonly (readonly string[])[];
  /** Places of rows in bold, such as the sums of a group. */
  boldRows?: ReadonlySet<number>;
  totals: readonly string[] | null;
}

/** What a column asks for, in points and with the space beside it. */
export interface ColumnNeed {
  /** Of the width, where everything fits. */
  share: number;
  /** Everything on one line, the header on two. */
  wanted: number;
  /** Words may wrap, figures may not. */
  least: number;
}

export type TextWidth = (text: string, size: number, style: 'normal' | 'bold') => number;

export const GAP = 8;
export const SIZE = { head: 8, cell: 9, lines: 8, total: 9.5 };
/** Smaller print is not readable on paper. */
const SMALLEST_SCALE = 0.75;
/** Words wrap at this width at the narrowest; a longer word is divided. */
const MIN_TEXT_WIDTH = 80;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const wordsOf = (text: string): string[] => text.split(/\s+/);

/** The narrowest width that holds the text on two lines. */
function onTwoLines(text: string, widthOf: (part: string) => number): number {
  const words = wordsOf(text);
  const splits = words.map((_, index) =>
    Math.max(widthOf(words.slice(0, index).join(' ')), widthOf(words.slice(index).join(' '))),
  );
  return Math.min(...splits);
}

export function columnNeeds(sheet: PdfTable, textWidth: TextWidth): ColumnNeed[] {
  const body = sheet.rows.map((cells, index) => ({
    cells,
    size: cells.some((cell) => cell.includes('\n')) ? SIZE.lines : SIZE.cell,
    style: sheet.boldRows?.has(index) ? ('bold' as const) : ('normal' as const),
  }));
  const total = { cells: sheet.totals ?? [], size: SIZE.total, style: 'bold' as const };
  return sheet.columns.map(({ header, weight, align }, column) => {
    if (sheet.hasEvenColumns) return { share: weight, wanted: 0, least: 0 };
    const head = (text: string): number => textWidth(text, SIZE.head, 'bold');
    let wanted = onTwoLines(header, head);
    let least = Math.max(...wordsOf(header).map(head));
    for (const { cells, size, style } of [...body, total]) {
      const text = cells[column] ?? '';
      // Words reach over the empty cells beside them.
      const reaches = align !== 'right' && size !== SIZE.lines && column + 1 < sheet.columns.length;
      if (text === '' || (reaches && !cells[column + 1])) continue;
      // No letter is wider than it is high: most texts need not be measured.
      if (text.length * size <= least) continue;
      const widest = (parts: string[]): number =>
        Math.max(...parts.map((part) => textWidth(part, size, style)));
      wanted = Math.max(wanted, widest(text.split('\n')));
      least = Math.max(least, align === 'right' ? wanted : Math.min(wanted, MIN_TEXT_WIDTH));
    }
    return { share: weight, wanted: Math.max(wanted, least) + GAP, least: least + GAP };
  });
}

/** By their shares; where something would not fit, by what they hold. */
export function columnWidths(columns: readonly ColumnNeed[], width: number): number[] {
  const all = sum(columns.map(({ share }) => share));
  const shared = columns.map(({ share }) => (width * share) / all);
  const over = columns.map(({ wanted }, index) => wanted - (shared[index] ?? 0));
  const missing = sum(over.map((value) => Math.max(0, value)));
  const spare = sum(over.map((value) => Math.max(0, -value)));
  if (missing === 0) return shared;
  if (spare >= missing) {
    return columns.map(({ wanted }, index) => {
      const room = Math.max(0, -(over[index] ?? 0));
      return wanted + room - (room * missing) / spare;
    });
  }
  const least = sum(columns.map((column) => column.least));
  if (least >= width) return columns.map((column) => (column.least * width) / least);
  const stretch = sum(columns.map((column) => column.wanted)) - least;
  return columns.map(
    (column) => column.least + ((column.wanted - column.least) * (width - least)) / stretch,
  );
}

/** How much smaller the print has to be for the columns to stand side by side. */
export function printScale(columns: readonly ColumnNeed[], width: number): number {
  return Math.min(1, width / sum(columns.map(({ least }) => least)));
}

/** Columns that fit side by side; the first ones, of words, are repeated in each part. */
export function columnParts(
  columns: readonly ColumnNeed[],
  isFigure: (column: number) => boolean,
  width: number,
): number[][] {
  const places = columns.map((_, index) => index);
  if (printScale(columns, width) >= SMALLEST_SCALE) return [places];
  const first = places.findIndex(isFigure);
  const names = places.slice(0, Math.max(first, 0));
  const leastOf = (place: number): number => columns[place]?.least ?? 0;
  const room = width - sum(names.map(leastOf));
  const parts: number[][] = [[]];
  for (const place of places.slice(names.length)) {
    const part = parts.at(-1) ?? [];
    if (part.length > 0 && sum([...part, place].map(leastOf)) > room) parts.push([place]);
    else part.push(place);
  }
  return parts.map((part) => [...names, ...part]);
}
