import { useMutation } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Board, Shift } from '@/features/scheduling/board';
import { printedRows, weeksWithShifts } from '@/features/scheduling/printed-week';
import type { BoardDates } from '@/features/scheduling/use-board-dates';
import type { BoardView } from '@/features/scheduling/use-board-view';
import type { PaperSheet } from '@/lib/files/paper-sheet';
import { saveSheet } from '@/lib/files/save-sheet';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';

/** The published shifts of the days shown, for the site's board. */
export function usePrintedWeek(
  board: Board | undefined,
  view: BoardView,
  { days, range }: Pick<BoardDates, 'days' | 'range'>,
) {
  const { t } = useTranslation('scheduling');
  const company = useViewer().company?.name ?? '';
  const { format } = view;
  const sheet = (): PaperSheet => {
    const shifts = (board?.shifts ?? []).filter(({ status }) => status === 'published');
    const words = {
      nameOf: (shift: Shift) =>
        view.personName(shift.employee_id) || view.machineName(shift.equipment_id) || null,
      linesOf: (shift: Shift) =>
        [
          view.timeOf(shift).replace(' – ', '–'),
          view.projectName(shift.project_id) ?? '',
          shift.employee_id ? (view.machineName(shift.equipment_id) ?? '') : '',
          shift.note ?? '',
        ].filter(Boolean),
      open: t('cell.open'),
    };
    const weeks = weeksWithShifts(days, shifts);
    const isOne = weeks.length === 1;
    const rows: string[][] = [];
    const boldRows = new Set<number>();
    for (const week of weeks) {
      if (!isOne) {
        boldRows.add(rows.length);
        rows.push([format.dateRange(week[0] ?? range.start, week.at(-1) ?? range.end)]);
      }
      rows.push(
        ...printedRows(
          shifts.filter(({ work_date }) => week.includes(work_date)),
          week,
          words,
        ),
      );
    }
    return {
      orientation: 'landscape',
      hasEvenColumns: true,
      heading: company,
      title: t('pdf.title', { range: format.dateRange(range.start, range.end) }),
      notes: [format.dateTime(serverNow())],
      columns: [
        { header: t('pdf.person'), weight: 1.3 },
        ...(weeks[0] ?? []).map((day) => ({
          header: isOne ? format.weekdayDate(day) : format.weekday(day, 'long'),
          weight: 1,
        })),
      ],
      rows,
      boldRows,
      totals: null,
      signatures: [],
      footer: company,
    };
  };
  const save = useMutation({ mutationFn: () => saveSheet(`schedule_${range.start}`, sheet()) });
  return { save, sheet };
}
