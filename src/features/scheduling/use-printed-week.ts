import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Board } from '@/features/scheduling/board';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { downloadFile } from '@/lib/files/download';
import { serverNow } from '@/lib/server-clock';
import type { DateRange } from '@/lib/time';

/** The published shifts of the days shown, for the site's board. */
export function usePrintedWeek(board: Board | undefined, view: BoardView, range: DateRange) {
  const { t } = useTranslation('scheduling');
  const company = useViewer().company?.name ?? '';
  const { format } = view;
  return useMutation({
    mutationFn: async () => {
      const [{ pdfSheetFile }, { loadPdfFonts }] = await Promise.all([
        import('@/lib/files/pdf-sheet'),
        import('@/lib/files/pdf-fonts'),
      ]);
      const now = new Date(serverNow()).toISOString();
      const shifts = (board?.shifts ?? []).filter(({ status }) => status === 'published');
      const content = await pdfSheetFile(
        {
          heading: company,
          title: t('pdf.title', { range: format.dateRange(range.start, range.end) }),
          notes: [format.dateTime(now)],
          columns: [
            { header: t('actual.day'), weight: 1.3 },
            { header: t('pdf.person'), weight: 2 },
            { header: t('actual.planned'), weight: 2 },
            { header: t('form.project'), weight: 2.6 },
            { header: t('form.note'), weight: 1.8 },
          ],
          rows: shifts.map((shift) => [
            format.weekdayDate(shift.work_date),
            [view.personName(shift.employee_id), view.machineName(shift.equipment_id)]
              .filter(Boolean)
              .join(', ') || t('cell.open'),
            view.timeOf(shift),
            view.projectName(shift.project_id) ?? '',
            shift.note ?? '',
          ]),
          totals: null,
          signatures: [],
          footer: company,
          pageLabel: (page, pages) => `${page} / ${pages}`,
          createdAt: now,
          fileId: now.replaceAll(/\D/g, '').padEnd(32, '0').slice(0, 32),
        },
        await loadPdfFonts(),
      );
      downloadFile(`schedule_${range.start}.pdf`, 'application/pdf', content);
    },
  });
}
