import { useMutation } from '@tanstack/react-query';
import { useViewer, useViewerName } from '@/entities/viewer/use-viewer';
import type { DayHours } from '@/features/my-status/report/hours-by-day';
import { decimalHours } from '@/lib/decimal-hours';
import { formatHoursMinutes } from '@/lib/duration';
import { csvText } from '@/lib/files/csv';
import { downloadFile } from '@/lib/files/download';
import type { PaperSheet } from '@/lib/files/paper-sheet';
import { saveSheet } from '@/lib/files/save-sheet';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

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

  const sheet = (): PaperSheet => ({
    heading: name,
    title: `${t('report.title')} · ${format.dateRange(range.start, range.end)}`,
    notes: [company, t('report.created', { when: format.dateTime(serverNow()) })],
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
  });
  const pdf = useMutation({
    mutationFn: () => saveSheet(file, sheet()),
    meta: { failureText: 'my-status:report.failed' },
  });
  return { csv, pdf, sheet };
}
