import { Plus } from 'lucide-react';
import { memo, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '@/components/ui/card';
import {
  type Board,
  type BoardRow,
  boardCells,
  boardRows,
  type Piece,
  plannedMinutes,
} from '@/features/scheduling/board';
import { RowHead } from '@/features/scheduling/components/row-head';
import { ShiftPiece } from '@/features/scheduling/components/shift-piece';
import { hourSpan, pieceStyle } from '@/features/scheduling/hour-span';
import { type Drop, useBoardDrag } from '@/features/scheduling/use-board-drag';
import { useBoardKeys } from '@/features/scheduling/use-board-keys';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { cn } from '@/lib/class-names';
import { formatHoursMinutes } from '@/lib/duration';
import type { IsoDate } from '@/lib/format';

export interface Placement {
  piece: Piece;
  fromRow: string;
  row: BoardRow;
  day: IsoDate;
  copy: boolean;
  startMinutes: number;
  endMinutes: number;
}

export interface BoardTableProps {
  board: Board;
  view: BoardView;
  days: readonly IsoDate[];
  today: IsoDate;
  projectId: string | null;
  onOpen: (piece: Piece) => void;
  onAdd: (row: BoardRow, day: IsoDate) => void;
  onPlace: (placement: Placement) => void;
}

/** People, crews and machines by day; by hour when it is one day. */
export function BoardTable(props: BoardTableProps) {
  const { board, view, days, today, projectId, onOpen, onAdd, onPlace } = props;
  const { t } = useTranslation('scheduling');
  const root = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState('');
  const rows = useMemo(() => boardRows(board), [board]);
  const cells = useMemo(() => boardCells(board, projectId), [board, projectId]);
  const places = rows.filter(({ kind }) => kind !== 'heading').map(({ key }) => key);
  const pieces = new Map([...cells.values()].flat().map((piece) => [piece.ids.join(','), piece]));
  const nameOf = (row: BoardRow | undefined): string => {
    if (row?.kind === 'person') return view.personName(row.person.id) ?? '';
    if (row?.kind === 'machine') return view.machineName(row.machine.id) ?? '';
    return row?.kind === 'crew' ? row.name : t('row.open');
  };
  const rowOf = (key: string) => rows.find((row) => row.key === key);
  const place = (drop: Drop & { endMinutes?: number }): void => {
    const [piece, row] = [pieces.get(drop.piece), rowOf(drop.toRow)];
    if (!piece || !row) return;
    const where = t('board.where', {
      who: nameOf(row),
      day: view.format.weekdayDate(drop.day),
      time: view.timeOf(piece.shift),
    });
    setTold(t(drop.copy ? 'board.copied' : 'board.moved', { where }));
    onPlace({
      piece,
      fromRow: drop.fromRow,
      row,
      day: drop.day,
      copy: drop.copy,
      startMinutes: drop.minutes,
      endMinutes: drop.endMinutes ?? 0,
    });
  };
  useBoardDrag(root, view.mayPlan, place, ({ piece, minutes }) => {
    const found = pieces.get(piece);
    const row = found && rowOf(found.shift.employee_id ?? found.shift.equipment_id ?? 'open');
    if (found && row && minutes !== 0)
      onPlace({
        piece: found,
        fromRow: row.key,
        row,
        day: found.shift.work_date,
        copy: false,
        startMinutes: 0,
        endMinutes: minutes,
      });
  });
  const { picked, onKeyDown } = useBoardKeys({
    places: { rows: places, days },
    mayMove: view.mayPlan,
    onChange: (held) =>
      setTold(
        t('board.picked', {
          where: `${nameOf(rowOf(held.row))}, ${view.format.weekdayDate(held.day)}${
            held.endMinutes ? `, ${formatHoursMinutes(held.endMinutes * 60)}` : ''
          }`,
        }),
      ),
    onPut: (held, copy) =>
      place({
        piece: held.piece,
        fromRow: held.fromRow,
        toRow: held.row,
        day: held.day,
        copy,
        minutes: 0,
        endMinutes: held.endMinutes,
      }),
    onPutBack: () => setTold(t('board.putBack')),
  });
  const firstPlace = places[0];
  return (
    <Card ref={root} className="overflow-x-auto" data-board>
      <p className="sr-only" id="board-help">
        {t('board.help')}
      </p>
      <p className="sr-only" role="status">
        {told}
      </p>
      <table
        aria-label={t('board.label')}
        aria-describedby="board-help"
        onKeyDown={onKeyDown}
        className="w-full table-fixed border-collapse text-sm"
        style={{ minWidth: days.length > 7 ? 1500 : days.length > 1 ? 760 : 640 }}
      >
        <thead>
          <tr className="border-b">
            <th scope="col" className="w-40 px-2 py-2 text-left text-muted text-xs font-normal">
              <Legend />
            </th>
            {days.map((day) => (
              <DayHead key={day} board={board} view={view} day={day} isToday={day === today} />
            ))}
            <th scope="col" className="w-16 px-2 text-right font-normal text-muted">
              {t('hours')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MemoRow
              key={row.key}
              row={row}
              name={nameOf(row)}
              board={board}
              view={view}
              days={days}
              today={today}
              cells={cells}
              isFirst={row.key === firstPlace}
              target={picked?.row === row.key ? picked.day : null}
              picked={picked?.fromRow === row.key ? picked.piece : null}
              onOpen={onOpen}
              onAdd={onAdd}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Legend() {
  const { t } = useTranslation('scheduling');
  return (
    <span className="flex gap-3">
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="h-3 w-5 rounded-[3px] border bg-sunken" />
        {t('published')}
      </span>
      <span className="flex items-center gap-1.5">
        <span
          aria-hidden="true"
          className="h-3 w-5 rounded-[3px] border border-border-strong border-dashed"
        />
        {t('draft')}
      </span>
    </span>
  );
}

function DayHead({
  board,
  view,
  day,
  isToday,
}: {
  board: Board;
  view: BoardView;
  day: IsoDate;
  isToday: boolean;
}) {
  const { t } = useTranslation('scheduling');
  const shifts = board.shifts.filter(
    ({ work_date, employee_id, cancelled }) => work_date === day && employee_id && !cancelled,
  );
  const people = new Set(shifts.map(({ employee_id }) => employee_id)).size;
  const minutes = shifts.reduce((sum, shift) => sum + plannedMinutes(shift), 0);
  const holiday = board.holidays.find(({ date }) => date === day);
  return (
    <th scope="col" className={cn('border-l px-2 py-1.5 text-left', isToday && 'bg-primary-soft')}>
      <span className={cn('block truncate font-[620]', isToday && 'text-primary')}>
        {view.format.weekday(day)} {Number(day.slice(8))}
      </span>
      <span className="tabular block font-normal text-muted text-xs leading-tight">
        {holiday?.name ||
          (people > 0
            ? t('people.summary', {
                people: t('people.count', { count: people }),
                hours: formatHoursMinutes(minutes * 60),
              })
            : '–')}
      </span>
    </th>
  );
}

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

const MemoRow = memo(function Row(props: RowProps) {
  const { row, name, board, view, days, today, cells, isFirst, target, picked } = props;
  const { t } = useTranslation('scheduling');
  if (row.kind === 'heading') {
    return (
      <tr className="border-b bg-sunken">
        <th colSpan={days.length + 2} scope="rowgroup" className="px-3 py-1.5 text-left font-[620]">
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
  const inCrew = row.kind === 'person' && row.person.crew_id !== null;
  const span = view.isDay ? hourSpan(board, days[0] ?? '', view) : null;
  return (
    <tr
      className={cn(
        'border-b [contain-intrinsic-size:auto_40px] [content-visibility:auto]',
        row.kind === 'crew' && 'bg-sunken',
      )}
    >
      <RowHead row={row} name={name} view={view} openCount={openCount} />
      {days.map((day, index) => {
        const pieces = cells.get(`${row.key} ${day}`) ?? [];
        const off =
          row.kind === 'person'
            ? board.time_off.find((away) => away.employee_id === row.person.id && away.day === day)
            : undefined;
        const tab = isFirst && index === 0 ? 0 : -1;
        return (
          <td
            key={day}
            data-cell={row.key}
            data-day={day}
            className={cn(
              'group relative h-10 border-l p-0.5 align-middle data-target:bg-primary-soft',
              day === today && 'bg-primary-soft/40',
              target === day && 'bg-primary-soft outline-2 outline-primary -outline-offset-2',
            )}
            {...(span ? { 'data-minutes': span.minutes } : {})}
          >
            {off && (
              <span
                className={cn(
                  'mb-0.5 block truncate rounded-small px-1.5 py-1 text-muted text-xs',
                  off.status === 'approved'
                    ? 'bg-[repeating-linear-gradient(135deg,var(--color-border)_0_1px,transparent_1px_6px)]'
                    : 'border border-dashed',
                )}
              >
                {off.type
                  ? t(off.status === 'approved' ? 'cell.off' : 'cell.asked', { type: off.type })
                  : t('cell.away')}
              </span>
            )}
            <div className="flex flex-col gap-0.5">
              {pieces.map((piece, number) => (
                <ShiftPiece
                  key={piece.ids[0]}
                  view={view}
                  piece={piece}
                  row={row.key}
                  who={name}
                  quiet={inCrew && piece.shift.crew_id !== null && !view.isDay}
                  picked={picked === piece.ids.join(',')}
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
                    : 'absolute top-0.5 right-0.5 size-4 bg-surface',
                )}
              >
                <Plus className="size-3.5" aria-hidden="true" />
              </button>
            )}
          </td>
        );
      })}
      <td
        className={cn('tabular px-2 text-right font-[620]', overtime && 'text-attention-strong')}
        title={overtime ? view.warningWords(overtime) : undefined}
      >
        {minutes > 0 && formatHoursMinutes(minutes * 60)}
      </td>
    </tr>
  );
});
