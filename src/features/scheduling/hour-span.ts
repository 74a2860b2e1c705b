import type { CSSProperties } from 'react';
import type { Board, Shift } from '@/features/scheduling/board';
import type { BoardView } from '@/features/scheduling/use-board-view';
import type { IsoDate } from '@/lib/format';
import { instantAt } from '@/lib/time';

export interface HourSpan {
  from: number;
  minutes: number;
}

const FIRST_HOUR = 5;
const LAST_HOUR = 19;
const HOUR_MS = 3_600_000;

/** The hours one day's board shows: a working day, wider where shifts begin earlier or end later. */
export function hourSpan(
  board: Pick<Board, 'shifts'>,
  day: IsoDate,
  view: Pick<BoardView, 'zoneOf'>,
): HourSpan {
  const zone = view.zoneOf({ project_id: null });
  let from = Date.parse(instantAt(day, FIRST_HOUR * 60, zone));
  let to = Date.parse(instantAt(day, LAST_HOUR * 60, zone));
  for (const shift of board.shifts) {
    if (shift.work_date !== day) continue;
    from = Math.min(from, Math.floor(Date.parse(shift.starts_at) / HOUR_MS) * HOUR_MS);
    to = Math.max(to, Math.ceil(Date.parse(shift.ends_at) / HOUR_MS) * HOUR_MS);
  }
  return { from, minutes: (to - from) / 60_000 };
}

/** Where a shift stands among the hours, as shares of the row. */
export function pieceStyle(
  shift: Pick<Shift, 'starts_at' | 'ends_at'>,
  span: HourSpan,
): CSSProperties {
  const start = (Date.parse(shift.starts_at) - span.from) / 60_000;
  const length = (Date.parse(shift.ends_at) - Date.parse(shift.starts_at)) / 60_000;
  return {
    marginLeft: `${(start / span.minutes) * 100}%`,
    width: `${(length / span.minutes) * 100}%`,
  };
}
