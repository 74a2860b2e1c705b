import { splitRows } from '@/lib/delimited-text';
import type { Edit, GridColumn, GridRow, Range } from './grid-types';

/** The block a spreadsheet puts on the clipboard: tabs between cells, quotes around line breaks. */
export function readBlock(text: string): string[][] {
  const source = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .replace(/\r?\n$/, '');
  return splitRows(source, '\t').map(({ cells }) => cells);
}

const quoted = (text: string): string =>
  /["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** The selection as a spreadsheet reads it. */
export function writeBlock(
  range: Range,
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
): string {
  return rows
    .slice(range.top, range.bottom + 1)
    .map((row) =>
      columns
        .slice(range.left, range.right + 1)
        .map(({ key }) => quoted(row.texts[key] ?? ''))
        .join('\t'),
    )
    .join('\n');
}

/**
 * Where the cells of a block go: from the first cell of the selection on, below the last row into new
 * ones. A single cell fills the whole selection, a block repeats where the selection is its multiple.
 */
export function placeBlock(
  block: readonly (readonly string[])[],
  range: Range,
  columns: readonly GridColumn[],
): Edit[] {
  const height = block.length;
  const width = Math.max(...block.map((cells) => cells.length));
  const selectedHeight = range.bottom - range.top + 1;
  const selectedWidth = range.right - range.left + 1;
  const repeats = selectedHeight % height === 0 && selectedWidth % width === 0;
  const lastRow = range.top + (repeats ? selectedHeight : height);
  const lastColumn = range.left + (repeats ? selectedWidth : width);
  const edits: Edit[] = [];
  for (let row = range.top; row < lastRow; row++) {
    const cells = block[(row - range.top) % height] ?? [];
    for (let place = range.left; place < Math.min(lastColumn, columns.length); place++) {
      const column = columns[place];
      const text = cells[(place - range.left) % width];
      if (column && !column.readOnly && text !== undefined)
        edits.push({ row, column: column.key, text });
    }
  }
  return edits;
}

/** The first row of the selection into those below it; a single cell takes the one above. */
export function fillDown(
  range: Range,
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
): Edit[] {
  const source = range.top === range.bottom ? range.top - 1 : range.top;
  const from = rows[source];
  if (!from) return [];
  const edits: Edit[] = [];
  for (let row = source + 1; row <= range.bottom; row++)
    for (const { key, readOnly } of columns.slice(range.left, range.right + 1))
      if (!readOnly) edits.push({ row, column: key, text: from.texts[key] ?? '' });
  return edits;
}

export function clear(range: Range, columns: readonly GridColumn[], rowCount: number): Edit[] {
  const edits: Edit[] = [];
  for (let row = range.top; row <= Math.min(range.bottom, rowCount - 1); row++)
    for (const { key, readOnly } of columns.slice(range.left, range.right + 1))
      if (!readOnly) edits.push({ row, column: key, text: '' });
  return edits;
}
