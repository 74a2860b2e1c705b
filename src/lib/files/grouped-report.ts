import { type CsvValue, csvText } from '@/lib/files/csv';
import type { CellFormat, SheetCell } from '@/lib/files/workbook';
import { loadCode } from '@/lib/load-code';

/** Where the cells of a row, and the lines it sums up, are in the sheet. */
export interface SheetPlaces {
  /** `D7`: the cell of a column in this row. */
  cell: (column: string) => string;
  /** `D3:D6`: the lines below a heading; one range for each group in the row of totals. */
  lines: (column: string) => string[];
}

export interface ReportColumn {
  id: string;
  header: string;
  format: CellFormat;
  /** Share of the width on paper; 0: not on paper. */
  weight: number;
  /** Digits in files; without, a figure is written as it is. */
  digits?: number;
  /** As the screen writes it. */
  written: (value: number) => string;
  /** In lines, headings and totals of the spreadsheet; without one the figure itself stands there. */
  formula?: (kind: ReportRow['kind'], places: SheetPlaces) => string | null;
}

/** One figure or word for each column. */
export interface ReportRow {
  kind: 'group' | 'line' | 'total';
  cells: readonly (string | number | null)[];
}

/** Lines under headings with sums, as a screen shows them, ready for three kinds of files. */
export interface GroupedReport {
  title: string;
  company: string;
  notes: readonly string[];
  remarks: readonly string[];
  columns: readonly ReportColumn[];
  /** Headings, their lines below them; the totals last. */
  rows: readonly ReportRow[];
  page: (page: number, pages: number) => string;
  createdAt: string;
}

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
export async function groupedPdf(report: GroupedReport): Promise<ArrayBuffer> {
  const [{ pdfSheetFile }, { loadPdfFonts }] = await Promise.all([
    loadCode(() => import('@/lib/files/pdf-sheet')),
    loadCode(() => import('@/lib/files/pdf-fonts')),
  ]);
  const shown = report.columns
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => column.weight > 0);
  const written = ({ cells }: ReportRow) =>
    shown.map(({ column, index }) => {
      const value = cells[index] ?? null;
      if (value === null) return column.format === 'text' ? '' : '–';
      return typeof value === 'number' ? column.written(value) : value;
    });
  const body = report.rows.filter(({ kind }) => kind !== 'total');
  const total = report.rows.find(({ kind }) => kind === 'total');
  return pdfSheetFile(
    {
      heading: report.title,
      title: report.company,
      notes: report.notes,
      columns: shown.map(({ column: { header, weight, format } }) => ({
        header,
        weight,
        align: format === 'text' ? 'left' : 'right',
      })),
      rows: body.map(written),
      boldRows: new Set(body.flatMap(({ kind }, row) => (kind === 'group' ? [row] : []))),
      totals: total ? written(total) : null,
      remarks: report.remarks,
      signatures: [],
      orientation: 'landscape',
      footer: report.company,
      pageLabel: report.page,
      createdAt: report.createdAt,
      fileId: crypto.randomUUID().replaceAll('-', ''),
    },
    await loadPdfFonts(),
  );
}
