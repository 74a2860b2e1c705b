import { Plus } from 'lucide-react';
import { memo } from 'react';
import { type Board, type BoardRow, type Piece, plannedMinutes } from '@/features/scheduling/board';
import { RowHead } from '@/features/scheduling/components/row-head';
import { ShiftPiece } from '@/features/scheduling/components/shift-piece';
import { hourSpan, pieceStyle } from '@/features/scheduling/hour-span';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { cn } from '@/lib/class-names';
import { formatHoursMinutes } from '@/lib/duration';
import type { IsoDate } from '@/lib/format';
import { useTranslation } from '@/lib/use-translation';

interface RowProps {
  row: BoardRow;
  name: string;
  board: Board;
  view: BoardView;
  days: readonly IsoDate[];
  today: IsoDate;
  cells: ReadonlyMap<string, Piece[]>;
  isFirst: boolean;
  /** The day a shift is being carried over this row by keyboard. */
  target: IsoDate | null;
  picked: string | null;
  onOpen: (piece: Piece) => void;
  onAdd: (row: BoardRow, day: IsoDate) => void;
}

/** A person, crew or machine with its days. Drawn again only when something of it changed. */
export const BoardRowLine = memo(function BoardRowLine(props: RowProps) {
  const { row, name, board, view, days, cells, isFirst } = props;
  const { t } = useTranslation('scheduling');
  if (row.kind === 'heading') {
    return (
      <tr className="block border-b bg-sunken">
        <th
          colSpan={days.length + 2}
          scope="rowgroup"
          className="block px-3 py-1.5 text-left font-[620]"
        >
          {t(`row.${row.name}`)}
        </th>
      </tr>
    );
  }
  const own = days.flatMap((day) => cells.get(`${row.key} ${day}`) ?? []);
  const minutes = own.reduce(
    (sum, { shift, ids }) => sum + (shift.cancelled ? 0 : plannedMinutes(shift) * ids.length),
    0,
  );
  const overtime = row.kind === 'person' ? view.overtimeOf(row.person.id) : undefined;
  const openCount = row.kind === 'open' ? own.length : 0;
  const span = view.isDay ? hourSpan(board, days[0] ?? '', view) : null;
  return (
    <tr
      className={cn(
        'grid grid-cols-(--board-columns) border-b [contain-intrinsic-size:auto_41px] [content-visibility:auto] [&_button]:-outline-offset-2',
        row.kind === 'crew' ? 'bg-sunken' : 'bg-surface',
      )}
    >
      <RowHead row={row} name={name} view={view} openCount={openCount} />
      {days.map((day, index) => (
        <Cell key={day} {...props} day={day} span={span} isTabStop={isFirst && index === 0} />
      ))}
      <td
        className={cn(
          'tabular flex items-center justify-end px-2 font-[620]',
          overtime && 'text-attention-strong',
        )}
        title={overtime ? view.warningWords(overtime) : undefined}
      >
        {minutes > 0 && formatHoursMinutes(minutes * 60)}
      </td>
    </tr>
  );
});

interface CellProps extends RowProps {
  day: IsoDate;
  /** The hours shown when the board is one day. */
  span: ReturnType<typeof hourSpan> | null;
  isTabStop: boolean;
}

function Cell({ row, name, board, view, day, span, isTabStop, ...props }: CellProps) {
  const { t } = useTranslation('scheduling');
  const pieces = props.cells.get(`${row.key} ${day}`) ?? [];
  const person = row.kind === 'person' ? row.person : undefined;
  const off = board.time_off.find((away) => away.employee_id === person?.id && away.day === day);
  const tab = isTabStop ? 0 : -1;
  return (
    <td
      data-cell={row.key}
      data-day={day}
      className={cn(
        'group relative flex min-h-10 min-w-0 flex-col justify-center border-l p-0.5 data-target:bg-primary-soft',
        day === props.today && 'bg-primary-soft/40',
        props.target === day && 'bg-primary-soft outline-2 outline-primary -outline-offset-2',
      )}
      {...(span ? { 'data-minutes': span.minutes } : {})}
    >
      {off && <TimeOff off={off} />}
      <div className="flex flex-col gap-0.5">
        {pieces.map((piece, number) => (
          <ShiftPiece
            key={piece.ids[0]}
            view={view}
            piece={piece}
            row={row.key}
            who={name}
            quiet={Boolean(person?.crew_id && piece.shift.crew_id) && !view.isDay}
            picked={props.picked === piece.ids.join(',')}
            tabIndex={number === 0 ? tab : -1}
            onOpen={props.onOpen}
            {...(span ? { style: pieceStyle(piece.shift, span) } : {})}
          />
        ))}
      </div>
      {view.mayPlan && (
        <button
          type="button"
          tabIndex={pieces.length === 0 ? tab : -1}
          aria-label={t('cell.add', { who: name, day: view.format.longDate(day) })}
          onClick={() => props.onAdd(row, day)}
          className={cn(
            'grid place-items-center rounded-small text-faint opacity-0 hover:bg-border/50 hover:text-foreground focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-60',
            pieces.length === 0 && !off
              ? 'absolute inset-0.5'
              : 'absolute top-0.5 right-0.5 size-4 bg-surface pointer-coarse:hidden',
          )}
        >
          <Plus className="size-3.5" aria-hidden="true" />
        </button>
      )}
    </td>
  );
}

function TimeOff({ off }: { off: Board['time_off'][number] }) {
  const { t } = useTranslation('scheduling');
  const approved = off.status === 'approved';
  return (
    <span
      className={cn(
        'mb-0.5 block truncate rounded-small px-1.5 py-1 text-muted text-xs',
        approved
          ? 'bg-[repeating-linear-gradient(135deg,var(--color-border)_0_1px,transparent_1px_6px)]'
          : 'border border-dashed',
      )}
    >
      {off.type ? t(approved ? 'cell.off' : 'cell.asked', { type: off.type }) : t('cell.away')}
    </span>
  );
}
