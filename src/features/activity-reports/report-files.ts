import type { Measure } from '@/features/activity-reports/definition';
import type { Pivot, PivotRow } from '@/features/activity-reports/pivot';
import { decimalHours } from '@/lib/decimal-hours';
import { csvText } from '@/lib/files/csv';
import type { PdfFonts } from '@/lib/files/pdf-sheet';
import { sha256 } from '@/lib/files/sha256';
import { loadCode } from '@/lib/load-code';
import { uuidv7 } from '@/lib/uuid';

export interface ReportFile {
  title: string;
  company: string;
  period: string;
  /** Headers of the columns of words, of the time spans, and of the total; null: none. */
  headers: { words: string[]; spans: string[]; total: string | null };
  words: (row: PivotRow) => string[];
  measure: Measure;
  table: Pivot;
  /** The sums of the columns say something. */
  addsDown: boolean;
  totalLabel: string;
  written: (value: number) => string;
  page: (page: number, pages: number) => string;
  createdAt: string;
}

const FORMATS = {
  hours: 'hours',
  cost: 'money',
  quantity: 'rate',
  entries: 'integer',
  people: 'integer',
} as const satisfies Record<Measure, string>;

/** Figures of a column as files have them: hours as hundredths that add up to the column's total. */
function figures(values: readonly (number | null)[], measure: Measure): (number | null)[] {
  if (measure !== 'hours') return [...values];
  const hours = decimalHours(values.map((seconds) => Math.floor((seconds ?? 0) / 60)));
  return values.map((value, index) => (value === null ? null : (hours[index] ?? 0)));
}

function columnsOf({ table, headers, measure }: ReportFile): (number | null)[][] {
  const spans = table.columns.map((key) =>
    figures(
      table.rows.map((row) => row.cells.get(key) ?? null),
      measure,
    ),
  );
  const totals = figures(
    table.rows.map((row) => row.total),
    measure,
  );
  return headers.total === null ? spans : [...spans, totals];
}

const headersOf = ({ headers: { words, spans, total } }: ReportFile): string[] => [
  ...words,
  ...spans,
  ...(total === null ? [] : [total]),
];

export function reportCsv(file: ReportFile): string {
  const columns = columnsOf(file);
  const digits = file.measure === 'hours' || file.measure === 'cost' ? 2 : null;
  const cell = (value: number | null) =>
    value !== null && digits !== null ? { fixed: value.toFixed(digits) } : value;
  const lines = file.table.rows.map((row, index) => [
    ...file.words(row),
    ...columns.map((column) => cell(column[index] ?? null)),
  ]);
  return csvText([headersOf(file), ...lines]);
}

export async function reportWorkbook(file: ReportFile): Promise<Uint8Array<ArrayBuffer>> {
  const { workbookFile } = await loadCode(() => import('@/lib/files/workbook'));
  const columns = columnsOf(file);
  const words = file.headers.words.length;
  return workbookFile({
    title: file.title,
    creator: file.company,
    createdAt: file.createdAt,
    sheets: [
      {
        name: file.title.slice(0, 31),
        columns: headersOf(file).map((header, index) =>
          index < words
            ? { header, format: 'text' as const, width: 28 }
            : { header, format: FORMATS[file.measure], width: 14, sum: file.addsDown },
        ),
        rows: file.table.rows.map((row, index) => [
          ...file.words(row),
          ...columns.map((column) => column[index] ?? null),
        ]),
        ...(file.addsDown ? { totalLabel: file.totalLabel } : {}),
      },
    ],
  });
}

/** The same table has the same id, whoever makes the file and when. */
async function fileIdOf(words: unknown): Promise<string> {
  const hash = await sha256(JSON.stringify(words));
  return hash?.slice(0, 32) ?? uuidv7().replaceAll('-', '');
}

export async function reportPdf(file: ReportFile, fonts: PdfFonts): Promise<ArrayBuffer> {
  const { pdfSheetFile } = await loadCode(() => import('@/lib/files/pdf-sheet'));
  const { table, headers, written } = file;
  const value = (figure: number | null | undefined) =>
    figure === null || figure === undefined ? '–' : written(figure);
  const withTotal = headers.total !== null;
  const rows = table.rows.map((row) => [
    ...file.words(row),
    ...table.columns.map((key) => value(row.cells.get(key))),
    ...(withTotal ? [value(row.total)] : []),
  ]);
  return pdfSheetFile(
    {
      heading: file.company,
      title: file.title,
      notes: [file.period],
      columns: [
        ...headers.words.map((header) => ({ header, weight: 3 })),
        ...[...headers.spans, ...(withTotal ? [headers.total ?? ''] : [])].map((header) => ({
          header,
          weight: 1.2,
          align: 'right' as const,
        })),
      ],
      rows,
      totals: file.addsDown
        ? [
            file.totalLabel,
            ...headers.words.slice(1).map(() => ''),
            ...table.columns.map((key) => value(table.totals.get(key))),
            ...(withTotal ? [value(table.total)] : []),
          ]
        : null,
      signatures: [],
      footer: file.company,
      pageLabel: file.page,
      createdAt: file.createdAt,
      fileId: await fileIdOf([file.company, file.title, file.period, headers, rows]),
    },
    fonts,
  );
}
