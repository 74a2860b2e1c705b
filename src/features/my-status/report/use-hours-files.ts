import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useViewer, useViewerName } from '@/entities/viewer/use-viewer';
import type { DayHours } from '@/features/my-status/report/hours-by-day';
import { decimalHours } from '@/lib/decimal-hours';
import { formatHoursMinutes } from '@/lib/duration';
import { csvText } from '@/lib/files/csv';
import { downloadFile } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { loadCode } from '@/lib/load-code';
import { serverNow } from '@/lib/server-clock';
import type { DateRange } from '@/lib/time';

const KINDS = ['regular', 'overtime', 'double', 'worked'] as const;
const clock = (minutes: number): string => formatHoursMinutes(minutes * 60);

/** The report's figures as files. */
export function useHoursFiles(
  range: DateRange,
  days: readonly DayHours[],
  totals: Omit<DayHours, 'date'>,
) {
  const { t } = useTranslation('my-status');
  const format = useFormat();
  const name = useViewerName();
  const company = useViewer().company?.name ?? '';
  const file = `hours_${range.start}_to_${range.end}`;
  const heads = KINDS.map((kind) => t(kind === 'worked' ? 'week.total' : `week.${kind}`));

  const csv = (): void => {
    const columns = KINDS.map((kind) => decimalHours(days.map((day) => day[kind])));
    const rows = days.map(({ date }, row) => [
      date,
      ...columns.map((hours) => ({ fixed: (hours[row] ?? 0).toFixed(2) })),
    ]);
    downloadFile(
      `${file}.csv`,
      'text/csv;charset=utf-8',
      csvText([[t('report.date'), ...heads], ...rows]),
    );
  };

  const pdf = useMutation({
    mutationFn: async () => {
      const [{ pdfSheetFile }, { loadPdfFonts }] = await Promise.all([
        loadCode(() => import('@/lib/files/pdf-sheet')),
        loadCode(() => import('@/lib/files/pdf-fonts')),
      ]);
      const now = new Date(serverNow()).toISOString();
      const content = await pdfSheetFile(
        {
          heading: name,
          title: `${t('report.title')} · ${format.dateRange(range.start, range.end)}`,
          notes: [company, t('report.created', { when: format.dateTime(now) })],
          columns: [
            { header: t('week.day'), weight: 2 },
            ...heads.map((header) => ({ header, weight: 1, align: 'right' as const })),
          ],
          rows: days.map((day) => [
            format.weekdayDate(day.date),
            ...KINDS.map((kind) => clock(day[kind])),
          ]),
          totals: [t('list.total'), ...KINDS.map((kind) => clock(totals[kind]))],
          signatures: [t('report.signature'), t('report.date')],
          footer: `Chalkline · ${company}`,
          pageLabel: (page, pages) => t('report.page', { page, pages }),
          createdAt: now,
          fileId: crypto.randomUUID().replaceAll('-', ''),
        },
        await loadPdfFonts(),
      );
      downloadFile(`${file}.pdf`, 'application/pdf', content);
    },
    meta: { failureText: 'my-status:report.failed' },
  });
  return { csv, pdf };
}
