import { useAddShifts, useMoveShifts } from '@/features/scheduling/api/writes';
import { type Board, droppedOn, onDate, type Times, withEnd } from '@/features/scheduling/board';
import type { PersonPlacement, Placement } from '@/features/scheduling/components/board-table';
import type { BoardView } from '@/features/scheduling/use-board-view';
import type { IsoDate } from '@/lib/format';

const later = (times: Times, minutes: number): Times => ({
  starts_at: new Date(Date.parse(times.starts_at) + minutes * 60_000).toISOString(),
  ends_at: new Date(Date.parse(times.ends_at) + minutes * 60_000).toISOString(),
});

/**
 * Somebody who is free, put on a shift: an open one becomes theirs, beside others they get the same.
 * Where there is none it is planned in the form.
 */
export function usePersonPlacement(
  board: Board,
  view: Pick<BoardView, 'companyId'>,
  plan: (personId: string, day: IsoDate) => void,
): (placement: PersonPlacement) => void {
  const move = useMoveShifts(view.companyId);
  const add = useAddShifts(view.companyId);
  return ({ personId, day, piece }) => {
    const person = board.people.find(({ id }) => id === personId);
    if (!person) return;
    if (!piece || piece.shift.cancelled || piece.shift.employee_id === personId) {
      plan(personId, day);
      return;
    }
    const who = { employee_id: person.id, crew_id: person.crew_id };
    const { employee_id, project_id, cost_code_id } = piece.shift;
    const { starts_at, ends_at, note } = piece.shift;
    if (!employee_id) move.mutate({ shifts: [piece.shift], fields: who });
    else
      add.mutate([
        { ...who, equipment_id: null, project_id, cost_code_id, starts_at, ends_at, note },
      ]);
  };
}

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
    const shifts = (board?.shifts ?? []).filter(({ id }) => ids.includes(id));
    if (copy) {
      add.mutate(
        shifts.map(({ employee_id, crew_id, equipment_id, project_id, cost_code_id, note }) => ({
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
    move.mutate({ shifts, fields: { ...fields, ...times }, workDate: day });
    return true;
  };
}
