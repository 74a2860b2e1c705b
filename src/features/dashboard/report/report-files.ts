import type { ReportRow } from '@/features/dashboard/api/report-query';
import { decimalHours } from '@/lib/decimal-hours';
import { formatHoursMinutes } from '@/lib/duration';
import { csvText } from '@/lib/files/csv';
import type { PaperSheet } from '@/lib/files/paper-sheet';
import { loadCode } from '@/lib/load-code';

export interface ReportContent {
  title: string;
  company: string;
  period: string;
  headers: {
    label: string;
    /** Of the second grouping, if there is one. */
    thenBy: string | null;
    detail: string;
    hours: string;
    decimal: string;
    entries: string;
    /** Of the labor cost, if the report has it. */
    cost: string | null;
  };
  money: (cents: number) => string;
  total: string;
  createdAt: string;
  rows: readonly ReportRow[];
}

const hoursOf = (rows: readonly ReportRow[]): number[] =>
  decimalHours(rows.map(({ seconds }) => Math.floor(seconds / 60)));

const dollars = (cents: number | null): number => (cents ?? 0) / 100;

export function reportCsv({ headers, rows }: ReportContent): string {
  const hours = hoursOf(rows);
  const lines = rows.map(({ label, then_label, detail, entries, cents }, index) => [
    label ?? '',
    ...(headers.thenBy ? [then_label ?? ''] : []),
    detail ?? '',
    { fixed: (hours[index] ?? 0).toFixed(2) },
    entries,
    ...(headers.cost ? [{ fixed: dollars(cents).toFixed(2) }] : []),
  ]);
  const thenBy = headers.thenBy ? [headers.thenBy] : [];
  const heading = [
    headers.label,
    ...thenBy,
    headers.detail,
    headers.decimal,
    headers.entries,
    ...(headers.cost ? [headers.cost] : []),
  ];
  return csvText([heading, ...lines]);
}

export async function reportWorkbook(content: ReportContent): Promise<Uint8Array<ArrayBuffer>> {
  const { workbookFile } = await loadCode(() => import('@/lib/files/workbook'));
  const { headers, rows } = content;
  const hours = hoursOf(rows);
  return workbookFile({
    title: content.title,
    creator: content.company,
    createdAt: content.createdAt,
    sheets: [
      {
        name: content.title.slice(0, 31),
        columns: [
          { header: headers.label, format: 'text', width: 28 },
          ...(headers.thenBy
            ? [{ header: headers.thenBy, format: 'text' as const, width: 28 }]
            : []),
          { header: headers.detail, format: 'text', width: 32 },
          { header: headers.decimal, format: 'hours', width: 12, sum: true },
          { header: headers.entries, format: 'integer', width: 10, sum: true },
          ...(headers.cost
            ? [{ header: headers.cost, format: 'money' as const, width: 14, sum: true }]
            : []),
        ],
        rows: rows.map(({ label, then_label, detail, entries, cents }, index) => [
          label,
          ...(headers.thenBy ? [then_label] : []),
          detail,
          hours[index] ?? 0,
          entries,
          ...(headers.cost ? [dollars(cents)] : []),
        ]),
        totalLabel: content.total,
      },
    ],
  });
}

/** As it is printed and as it is in its PDF. */
export function reportSheet(content: ReportContent): PaperSheet {
  const { headers, rows } = content;
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  const entries = rows.reduce((sum, row) => sum + row.entries, 0);
  const cents = rows.reduce((sum, row) => sum + (row.cents ?? 0), 0);
  return {
    heading: content.company,
    title: content.title,
    notes: [content.period],
    columns: [
      { header: headers.label, weight: 3 },
      ...(headers.thenBy ? [{ header: headers.thenBy, weight: 3 }] : []),
      { header: headers.detail, weight: 3 },
      { header: headers.hours, weight: 1, align: 'right' },
      { header: headers.entries, weight: 1, align: 'right' },
      ...(headers.cost ? [{ header: headers.cost, weight: 1.4, align: 'right' as const }] : []),
    ],
    rows: rows.map((row) => [
      row.label ?? '–',
      ...(headers.thenBy ? [row.then_label ?? '–'] : []),
      row.detail ?? '',
      formatHoursMinutes(row.seconds),
      String(row.entries),
      ...(headers.cost ? [content.money(row.cents ?? 0)] : []),
    ]),
    totals: [
      content.total,
      ...(headers.thenBy ? [''] : []),
      '',
      formatHoursMinutes(seconds),
      String(entries),
      ...(headers.cost ? [content.money(cents)] : []),
    ],
    signatures: [],
    footer: content.company,
  };
}
