import { useAddShifts, useMoveShifts } from '@/features/scheduling/api/writes';
import { type Board, droppedOn, onDate, type Times, withEnd } from '@/features/scheduling/board';
import type { Placement } from '@/features/scheduling/components/board-table';
import type { BoardView } from '@/features/scheduling/use-board-view';

const later = (times: Times, minutes: number): Times => ({
  starts_at: new Date(Date.parse(times.starts_at) + minutes * 60_000).toISOString(),
  ends_at: new Date(Date.parse(times.ends_at) + minutes * 60_000).toISOString(),
});

/** Turns where something was dropped into what changes; a drop that means nothing changes nothing. */
export function usePlacement(
  board: Board | undefined,
  view: Pick<BoardView, 'companyId' | 'zoneOf'>,
): (placement: Placement) => boolean {
  const move = useMoveShifts(view.companyId);
  const add = useAddShifts(view.companyId);
  return ({ piece, fromRow, row, day, copy, startMinutes, endMinutes }) => {
    const fields = droppedOn(piece, row, fromRow);
    const { shift, ids } = piece;
    if (!fields) return false;
    const dated = onDate(shift, day, view.zoneOf(shift));
    const times = withEnd(later(dated, startMinutes), endMinutes);
    const isSame =
      Object.keys(fields).length === 0 &&
      Date.parse(times.starts_at) === Date.parse(shift.starts_at) &&
      Date.parse(times.ends_at) === Date.parse(shift.ends_at);
    if (isSame) return false;
    if (copy) {
      const copied = (board?.shifts ?? []).filter(({ id }) => ids.includes(id));
      add.mutate(
        copied.map(({ employee_id, crew_id, equipment_id, project_id, cost_code_id, note }) => ({
          employee_id,
          crew_id,
          equipment_id,
          project_id,
          cost_code_id,
          note,
          ...fields,
          ...times,
        })),
      );
      return true;
    }
    move.mutate({
      shifts: ids.map((id) => ({ id, fields: { ...fields, ...times }, workDate: day })),
    });
    return true;
  };
}
