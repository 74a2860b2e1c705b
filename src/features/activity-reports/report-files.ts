import type { Measure } from '@/features/activity-reports/definition';
import type { Pivot, PivotRow } from '@/features/activity-reports/pivot';
import { decimalHours } from '@/lib/decimal-hours';
import { csvText } from '@/lib/files/csv';
import type { PaperSheet } from '@/lib/files/paper-sheet';
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
  /** Further figures of each line, in columns after the total. */
  also: {
    measure: Measure;
    header: string;
    addsDown: boolean;
    written: (value: number) => string;
  }[];
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

interface FigureColumn {
  header: string;
  measure: Measure;
  addsDown: boolean;
  written: (value: number) => string;
  values: (number | null)[];
  total: number | undefined;
}

/** The columns of figures: time spans, their total, then the further measures. */
function columnsOf({ table, headers, also, ...file }: ReportFile): FigureColumn[] {
  const { measure, addsDown, written } = file;
  const main = { measure, addsDown, written };
  const spans = table.columns.map((key, index) => ({
    ...main,
    header: headers.spans[index] ?? key,
    values: table.rows.map((row) => row.cells.get(key) ?? null),
    total: table.totals.get(key),
  }));
  const totals = {
    ...main,
    header: headers.total ?? '',
    values: table.rows.map((row) => row.total),
    total: table.total,
  };
  const further = also.map((column) => ({
    ...column,
    values: table.rows.map((row) => row.also.get(column.measure) ?? null),
    total: table.alsoTotals.get(column.measure),
  }));
  return [...spans, ...(headers.total === null ? [] : [totals]), ...further];
}

const headersOf = (file: ReportFile): string[] => [
  ...file.headers.words,
  ...columnsOf(file).map(({ header }) => header),
];

const isFixed = (measure: Measure): boolean => measure === 'hours' || measure === 'cost';

export function reportCsv(file: ReportFile): string {
  const columns = columnsOf(file).map(({ values, measure }) =>
    figures(values, measure).map((value) =>
      value !== null && isFixed(measure) ? { fixed: value.toFixed(2) } : value,
    ),
  );
  const lines = file.table.rows.map((row, index) => [
    ...file.words(row),
    ...columns.map((column) => column[index] ?? null),
  ]);
  return csvText([headersOf(file), ...lines]);
}

export async function reportWorkbook(file: ReportFile): Promise<Uint8Array<ArrayBuffer>> {
  const { workbookFile } = await loadCode(() => import('@/lib/files/workbook'));
  const columns = columnsOf(file);
  const written = columns.map(({ values, measure }) => figures(values, measure));
  return workbookFile({
    title: file.title,
    creator: file.company,
    createdAt: file.createdAt,
    sheets: [
      {
        name: file.title.slice(0, 31),
        columns: [
          ...file.headers.words.map((header) => ({ header, format: 'text' as const, width: 28 })),
          ...columns.map(({ header, measure, addsDown }) => ({
            header,
            format: FORMATS[measure],
            width: 14,
            sum: addsDown,
          })),
        ],
        rows: file.table.rows.map((row, index) => [
          ...file.words(row),
          ...written.map((column) => column[index] ?? null),
        ]),
        ...(columns.some(({ addsDown }) => addsDown) ? { totalLabel: file.totalLabel } : {}),
      },
    ],
  });
}

/** The same table has the same id, whoever makes the file and when. */
async function fileIdOf(words: unknown): Promise<string> {
  const hash = await sha256(JSON.stringify(words));
  return hash?.slice(0, 32) ?? uuidv7().replaceAll('-', '');
}

/** As it is printed and as it is in its PDF. */
export function reportSheet(file: ReportFile): PaperSheet {
  const { table, headers } = file;
  const columns = columnsOf(file);
  return {
    heading: file.company,
    title: file.title,
    notes: [file.period],
    columns: [
      ...headers.words.map((header) => ({ header, weight: 3 })),
      ...columns.map(({ header }) => ({ header, weight: 1.2, align: 'right' as const })),
    ],
    rows: table.rows.map((row, index) => [
      ...file.words(row),
      ...columns.map(({ values, written }) => {
        const value = values[index] ?? null;
        return value === null ? '–' : written(value);
      }),
    ]),
    totals: columns.some(({ addsDown }) => addsDown)
      ? [
          file.totalLabel,
          ...headers.words.slice(1).map(() => ''),
          ...columns.map(({ addsDown, total, written }) =>
            addsDown && total !== undefined ? written(total) : '',
          ),
        ]
      : null,
    signatures: [],
    footer: file.company,
  };
}

export async function reportPdf(file: ReportFile, fonts: PdfFonts): Promise<ArrayBuffer> {
  const { pdfSheetFile } = await loadCode(() => import('@/lib/files/pdf-sheet'));
  const sheet = reportSheet(file);
  return pdfSheetFile(
    {
      ...sheet,
      pageLabel: file.page,
      createdAt: file.createdAt,
      fileId: await fileIdOf([file.company, file.title, file.period, file.headers, sheet.rows]),
    },
    fonts,
  );
}
