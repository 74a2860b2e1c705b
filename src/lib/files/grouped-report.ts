import { type CsvValue, csvText } from '@/lib/files/csv';
import {
  type GroupedReport,
  groupedSheet,
  type ReportColumn,
  type ReportRow,
  type SheetPlaces,
} from '@/lib/files/grouped-sheet';
import { sheetPdf } from '@/lib/files/save-sheet';
import type { SheetCell } from '@/lib/files/workbook';
import { loadCode } from '@/lib/load-code';

const rounded = (value: number, digits = 4) => Number(value.toFixed(digits));

/** Lines only, and the totals: sums in between would be counted twice. */
export function groupedCsv({ columns, rows }: GroupedReport): string {
  const cell = (value: string | number | null, { digits }: ReportColumn): CsvValue => {
    if (typeof value !== 'number') return value;
    return digits === undefined ? rounded(value) : { fixed: value.toFixed(digits) };
  };
  const lines = rows
    .filter(({ kind }) => kind !== 'group')
    .map(({ cells }) => columns.map((column, index) => cell(cells[index] ?? null, column)));
  return csvText([columns.map(({ header }) => header), ...lines]);
}

/** First and last line below each heading, counted as the sheet does; its first row has the headers. */
function rangesOf(rows: readonly ReportRow[]): Map<number, readonly [number, number]> {
  const ranges = new Map<number, readonly [number, number]>();
  for (const [index, { kind }] of rows.entries()) {
    if (kind !== 'group') continue;
    const next = rows.findIndex((row, other) => other > index && row.kind !== 'line');
    ranges.set(index, [index + 3, (next < 0 ? rows.length : next) + 1]);
  }
  return ranges;
}

function placesOf(
  { rows, columns }: GroupedReport,
  index: number,
  columnName: (index: number) => string,
): SheetPlaces {
  const letter = (id: string) => columnName(columns.findIndex((column) => column.id === id));
  const ranges = rangesOf(rows);
  const own = ranges.get(index);
  const summed = own ? [own] : [...ranges.values()];
  return {
    cell: (id) => `${letter(id)}${index + 2}`,
    lines: (id) => summed.map(([first, last]) => `${letter(id)}${first}:${letter(id)}${last}`),
  };
}

export async function groupedWorkbook(report: GroupedReport): Promise<Uint8Array<ArrayBuffer>> {
  const { workbookFile, columnName } = await loadCode(() => import('@/lib/files/workbook'));
  const { columns, rows, title, company, createdAt } = report;
  const cell = (row: number, column: number): SheetCell => {
    const value = rows[row]?.cells[column] ?? null;
    const formula = columns[column]?.formula?.(
      rows[row]?.kind ?? 'line',
      placesOf(report, row, columnName),
    );
    const figure = typeof value === 'number' ? rounded(value, 6) : null;
    return formula ? { formula, value: figure } : (figure ?? value);
  };
  return workbookFile({
    title,
    creator: company,
    createdAt,
    sheets: [
      {
        name: title,
        columns: columns.map(({ header, format }) => ({
          header,
          format,
          width: format === 'text' ? 22 : 13,
        })),
        rows: rows.map((_, row) => columns.map((_column, column) => cell(row, column))),
        boldRows: new Set(rows.flatMap(({ kind }, row) => (kind === 'line' ? [] : [row]))),
      },
    ],
  });
}

/** On letter paper, sideways. */
export const groupedPdf = (report: GroupedReport): Promise<ArrayBuffer> =>
  sheetPdf(groupedSheet(report));
