import { UsersRound } from 'lucide-react';
import { Avatar } from '@/components/shared/avatar';
import { Badge } from '@/components/ui/badge';
import { Card, CardBody } from '@/components/ui/card';
import { useBranch } from '@/entities/project/projects-query';
import {
  type Board,
  type BoardRow,
  boardCells,
  boardRows,
  type Piece,
} from '@/features/scheduling/board';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { cn } from '@/lib/class-names';
import type { IsoDate } from '@/lib/format';
import { useTranslation } from '@/lib/use-translation';

export interface DayListProps {
  board: Board;
  view: BoardView;
  day: IsoDate;
  projectId: string | null;
  onOpen: (piece: Piece) => void;
}

/** A crew counts where several of its people work the same; a machine where nobody runs it. */
const isOwnLine = (row: BoardRow, { ids, shift }: Piece): boolean =>
  (row.kind !== 'crew' || ids.length > 1) && (row.kind !== 'machine' || !shift.employee_id);

/** The board on a phone: one day, one line per crew and per shift. */
export function DayList({ board, view, day, projectId, onOpen }: DayListProps) {
  const { t } = useTranslation(['scheduling', 'my-shifts']);
  const cells = boardCells(board, useBranch(projectId));
  const lines = boardRows(board).flatMap((row) =>
    (cells.get(`${row.key} ${day}`) ?? [])
      .filter((piece) => isOwnLine(row, piece))
      .map((piece) => ({ row, piece })),
  );
  const holiday = board.holidays.find(({ date }) => date === day);
  return (
    <Card>
      {holiday && (
        <p className="border-b bg-attention-soft px-4 py-2 font-[550] text-attention-strong text-sm">
          {holiday.name || t('review.holiday')}
        </p>
      )}
      {lines.length === 0 && <CardBody className="text-muted">{t('my-shifts:off')}</CardBody>}
      <ul className="divide-y">
        {lines.map(({ row, piece }) => (
          <li key={`${row.key} ${piece.ids[0]}`} className={cn(row.kind === 'crew' && 'bg-sunken')}>
            <Line row={row} piece={piece} view={view} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface LineProps extends Pick<DayListProps, 'view' | 'onOpen'> {
  row: BoardRow;
  piece: Piece;
}

function Line({ row, piece, view, onOpen }: LineProps) {
  const { t } = useTranslation('scheduling');
  const { shift, ids, isDraft } = piece;
  const crew = row.kind === 'crew' ? row.name : null;
  const name =
    crew ??
    view.personName(shift.employee_id) ??
    view.machineName(shift.equipment_id) ??
    t('cell.open');
  const warning = view.warningOf(piece);
  return (
    <button
      type="button"
      disabled={!view.mayPlan}
      onClick={() => onOpen(piece)}
      className="flex w-full items-center gap-3 px-4 py-3 text-left"
    >
      {crew ? (
        <UsersRound className="mx-1.5 size-5 shrink-0 text-muted" aria-hidden="true" />
      ) : (
        <Avatar name={name} />
      )}
      <span className="min-w-0 flex-1">
        <span className="block font-[620]">
          {name}
          {crew && ` · ${t('people.count', { count: ids.length })}`}
        </span>
        <span className="tabular block text-muted text-sm">{view.timeOf(shift)}</span>
        <span className="block text-muted text-sm">
          {view.projectName(shift.project_id) ?? t('cell.noProject')}
        </span>
        {warning && (
          <span
            className={cn(
              'block text-sm',
              warning.tone === 'danger' ? 'text-danger' : 'text-attention-strong',
            )}
          >
            {warning.text}
          </span>
        )}
      </span>
      {shift.cancelled ? (
        <Badge tone="danger">{t('cancelled')}</Badge>
      ) : (
        isDraft && <Badge>{t('draft')}</Badge>
      )}
    </button>
  );
}
