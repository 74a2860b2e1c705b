import type { TFunction } from 'i18next';
import {
  fullName,
  type RecordedExport,
  ratesText,
  totalsOf,
} from '@/features/exports/payroll-record';
import { loadPdfFonts } from '@/lib/files/pdf-fonts';
import { pdfSheetFile } from '@/lib/files/pdf-sheet';
import { createFormat } from '@/lib/format';

type Words = TFunction<'exports'>;

/** A sheet to sign: the same figures as the screen, in the language it was exported in. */
export async function payrollPdf(
  record: RecordedExport,
  t: Words,
  onProgress: (share: number) => void,
): Promise<ArrayBuffer> {
  const { summary, lines, settings } = record.rows;
  // Fixed formats: the sheet must not change with the reader's preferences.
  const format = createFormat({
    language: settings.language,
    timeZone: settings.timeZone,
    dateFormat: 'YYYY-MM-DD',
    timeFormat: '12h',
  });
  const other = settings.version === 2 ? [] : [true];
  const hours = (value: number) => format.number(value, 2);
  const money = (value: number | null) => (value === null ? '–' : format.number(value, 2));
  const totals = totalsOf(summary);
  const missing = summary.filter((row) => row.no_rate).map(fullName);
  return pdfSheetFile(
    {
      heading: settings.company,
      title: `${t('pdf.title')} · ${format.dateRange(record.start_date, record.end_date)}`,
      notes: [
        t('pdf.created', { when: format.dateTime(settings.createdAt) }),
        t('pdf.preparedBy', { name: settings.preparedBy }),
        t('pdf.people', { count: summary.length }),
      ],
      columns: [
        { header: t('column.name'), weight: 3.1 },
        { header: t('column.regular'), weight: 1.2, align: 'right' },
        { header: t('column.overtime'), weight: 1.2, align: 'right' },
        { header: t('column.double'), weight: 1.2, align: 'right' },
        { header: t('column.hours'), weight: 1.2, align: 'right' },
        { header: t('column.rate'), weight: 1.5, align: 'right' },
        ...other.map(() => ({
          header: t('column.otherPay'),
          weight: 1.3,
          align: 'right' as const,
        })),
        { header: t('column.earnings'), weight: 1.6, align: 'right' },
      ],
      rows: summary.map((row) => [
        fullName(row),
        hours(row.regular_hours),
        hours(row.overtime_hours),
        hours(row.double_time_hours),
        hours(row.total_hours),
        ratesText(row, lines, money) ?? '–',
        ...other.map(() => money(row.other_pay)),
        money(row.total_earnings),
      ]),
      totals: [
        t('column.total'),
        hours(totals.regularHours),
        hours(totals.overtimeHours),
        hours(totals.doubleTimeHours),
        hours(totals.hours),
        '',
        ...other.map(() => money(totals.otherPay)),
        money(totals.earnings),
      ],
      remarks: missing.length > 0 ? [t('pdf.noRate', { names: format.list(missing) })] : [],
      signatures: [t('pdf.signPrepared'), t('pdf.signApproved'), t('pdf.signDate')],
      footer: `Chalkline · ${settings.company}`,
      pageLabel: (page, pages) => t('pdf.page', { page, pages }),
      createdAt: settings.createdAt,
      fileId: record.id.replaceAll('-', ''),
    },
    await loadPdfFonts(),
    onProgress,
  );
}
