import type { PaperSheet } from '@/lib/files/paper-sheet';
import type { CellFormat } from '@/lib/files/workbook';

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
  createdAt: string;
}

/** As it is printed and as it is in its PDF. */
export function groupedSheet(report: Omit<GroupedReport, 'createdAt'>): PaperSheet {
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
  return {
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
  };
}
