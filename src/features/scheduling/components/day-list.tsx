import { useTranslation } from 'react-i18next';
import { Avatar } from '@/components/shared/avatar';
import { Badge } from '@/components/ui/badge';
import { Card, CardBody } from '@/components/ui/card';
import type { Board, Shift } from '@/features/scheduling/board';
import type { NewShift } from '@/features/scheduling/shift-draft';
import type { BoardView } from '@/features/scheduling/use-board-view';
import type { IsoDate } from '@/lib/format';

export interface DayListProps {
  board: Board;
  view: BoardView;
  day: IsoDate;
  projectId: string | null;
  onOpen: (shift: Shift | NewShift) => void;
}

/** The board on a phone: one day, one line per shift. */
export function DayList({ board, view, day, projectId, onOpen }: DayListProps) {
  const { t } = useTranslation('scheduling');
  const shifts = board.shifts.filter(
    (shift) => shift.work_date === day && (!projectId || shift.project_id === projectId),
  );
  return (
    <Card>
      {shifts.length === 0 && <CardBody className="text-muted">{t('mine.off')}</CardBody>}
      <ul className="divide-y">
        {shifts.map((shift) => {
          const name =
            view.personName(shift.employee_id) ??
            view.machineName(shift.equipment_id) ??
            t('cell.open');
          const warning = view.warningOf({ ids: [shift.id], shift, isDraft: false });
          return (
            <li key={shift.id}>
              <button
                type="button"
                disabled={!view.mayPlan}
                onClick={() => onOpen(shift)}
                className="flex w-full items-center gap-3 px-4 py-3 text-left"
              >
                <Avatar name={name} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-[620]">{name}</span>
                  <span className="tabular block truncate text-muted text-sm">
                    {view.timeOf(shift)}
                  </span>
                  <span className="block truncate text-muted text-sm">
                    {view.projectName(shift.project_id) ?? t('cell.noProject')}
                  </span>
                  {warning && (
                    <span
                      className={
                        warning.tone === 'danger'
                          ? 'block text-danger text-sm'
                          : 'block text-attention-strong text-sm'
                      }
                    >
                      {warning.text}
                    </span>
                  )}
                </span>
                {shift.cancelled ? (
                  <Badge tone="danger">{t('cancelled')}</Badge>
                ) : (
                  shift.status === 'draft' && <Badge>{t('draft')}</Badge>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
