import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { Card } from '@/components/ui/card';
import { useBranch } from '@/entities/project/projects-query';
import {
  type Board,
  type BoardRow,
  boardCells,
  boardRows,
  type Piece,
} from '@/features/scheduling/board';
import { BoardHead } from '@/features/scheduling/components/board-head';
import { BoardRowLine } from '@/features/scheduling/components/board-row';
import { type Drop, useBoardDrag } from '@/features/scheduling/use-board-drag';
import { useBoardKeys } from '@/features/scheduling/use-board-keys';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { formatDuration } from '@/lib/duration';
import type { IsoDate } from '@/lib/format';
import { useTranslation } from '@/lib/use-translation';

export interface Placement {
  piece: Piece;
  fromRow: string;
  row: BoardRow;
  day: IsoDate;
  copy: boolean;
  startMinutes: number;
  endMinutes: number;
}

/** Somebody who is free, put on a day; on a shift where there is one. */
export interface PersonPlacement {
  personId: string;
  day: IsoDate;
  piece: Piece | undefined;
}

/** Rows are grids of the same columns: what is out of sight in a table's own rows is drawn all the same. */
const columnsOf = (days: number) =>
  ({
    minWidth: days > 7 ? 1500 : days > 1 ? 760 : 640,
    '--board-columns': `10rem repeat(${days}, minmax(0, 1fr)) 4rem`,
  }) as CSSProperties;

export interface BoardTableProps {
  board: Board;
  view: BoardView;
  days: readonly IsoDate[];
  today: IsoDate;
  projectId: string | null;
  onOpen: (piece: Piece) => void;
  onAdd: (row: BoardRow, day: IsoDate) => void;
  /** Whether something changes. */
  onPlace: (placement: Placement) => boolean;
  onPlacePerson: (placement: PersonPlacement) => void;
}

/** People, crews and machines by day; by hour when it is one day. */
export function BoardTable(props: BoardTableProps) {
  const { board, view, days, today, projectId, onOpen, onAdd, onPlace, onPlacePerson } = props;
  const { t } = useTranslation('scheduling');
  const root = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState('');
  const followed = useRef<string | null>(null);
  const rows = useMemo(() => boardRows(board), [board]);
  const branch = useBranch(projectId);
  const cells = useMemo(() => boardCells(board, branch), [board, branch]);
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
    const isPlaced = onPlace({
      piece,
      fromRow: drop.fromRow,
      row,
      day: drop.day,
      copy: drop.copy,
      startMinutes: drop.minutes,
      endMinutes: drop.endMinutes ?? 0,
    });
    if (isPlaced) setTold(t(drop.copy ? 'board.copied' : 'board.moved', { where }));
    else setTold(t('board.putBack'));
  };
  // A shift put down by keyboard keeps the focus where it is drawn next.
  useEffect(() => {
    const { current } = followed;
    if (!current || !cells) return;
    const piece = root.current?.querySelector<HTMLElement>(current);
    if (!piece) return;
    piece.focus();
    followed.current = null;
  }, [cells]);
  useBoardDrag(root, view.mayPlan, {
    drop: place,
    resize: ({ piece, minutes }) => {
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
    },
    person: ({ person, toRow, day, piece }) =>
      onPlacePerson({
        personId: person,
        day,
        piece: (piece && pieces.get(piece)) || cells.get(`${toRow} ${day}`)?.[0],
      }),
  });
  const { picked, onKeyDown } = useBoardKeys({
    places: { rows: places, days },
    mayMove: view.mayPlan,
    onChange: (held) =>
      setTold(
        t('board.picked', {
          where: `${nameOf(rowOf(held.row))}, ${view.format.weekdayDate(held.day)}${
            held.endMinutes ? `, ${formatDuration(held.endMinutes * 60)}` : ''
          }`,
        }),
      ),
    onPut: (held, copy) => {
      if (!copy)
        followed.current = `[data-cell="${held.row}"][data-day="${held.day}"] [data-piece="${held.piece}"]`;
      place({
        piece: held.piece,
        fromRow: held.fromRow,
        toRow: held.row,
        day: held.day,
        copy,
        minutes: 0,
        endMinutes: held.endMinutes,
      });
    },
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
        className="block text-sm"
        style={columnsOf(days.length)}
      >
        <BoardHead board={board} view={view} days={days} today={today} />
        <tbody className="block">
          {rows.map((row) => (
            <BoardRowLine
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
