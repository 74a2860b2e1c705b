import type { DateInputValue } from '@/components/shared/date-input';
import type { TimeInputValue } from '@/components/shared/time-input';
import type { ShiftFields } from '@/features/scheduling/api/writes';
import { type Board, onDate, type Shift } from '@/features/scheduling/board';
import type { IsoDate } from '@/lib/format';
import { addDays, instantAt, minuteOfDay, weekDayOf, weekOf } from '@/lib/time';

export const REPEATS = ['none', 'daily', 'weekly'] as const;
export type Repeat = (typeof REPEATS)[number];

const SEVEN = 7 * 60;
const HALF_PAST_THREE = 15 * 60 + 30;
const WEEKS = 4;

/** Where a new shift begins: `person:…`, `crew:…`, `machine:…` or nobody. */
export interface NewShift {
  who: string | null;
  day: IsoDate;
  projectId?: string;
}

/** What the form holds, before it is known to be right. */
export interface ShiftDraft {
  who: string | null;
  day: DateInputValue;
  start: TimeInputValue;
  end: TimeInputValue;
  projectId: string | null;
  costCodeId: string | null;
  machineId: string | null;
  note: string;
  repeat: Repeat;
}

/** A draft that can be saved. */
export type CompleteDraft = ShiftDraft & {
  day: IsoDate;
  start: number;
  end: number;
  projectId: string;
};

/** The shifts of a crew that the board draws as one; they are changed and removed as one. */
export interface CrewShift extends Shift {
  ids: readonly string[];
}

export const isShift = (value: Shift | NewShift): value is Shift | CrewShift =>
  'starts_at' in value;

export const idsOf = (shift: Shift | CrewShift): readonly string[] =>
  'ids' in shift ? shift.ids : [shift.id];

/** Those that are still planned; another planner may have removed one of a crew's meanwhile. */
export function plannedIds(shift: Shift | CrewShift, { shifts }: Board): readonly string[] {
  const planned = new Set(shifts.filter(({ cancelled }) => !cancelled).map(({ id }) => id));
  return shift.cancelled ? idsOf(shift) : idsOf(shift).filter((id) => planned.has(id));
}

export function newDraft({ who, day, projectId = '' }: NewShift): ShiftDraft {
  return {
    who,
    day,
    start: SEVEN,
    end: HALF_PAST_THREE,
    projectId: projectId || null,
    costCodeId: null,
    machineId: null,
    note: '',
    repeat: 'none',
  };
}

export function draftOf(shift: Shift | CrewShift, zone: string): ShiftDraft {
  return {
    who: whoOf(shift),
    day: shift.work_date,
    start: minuteOfDay(shift.starts_at, zone),
    end: minuteOfDay(shift.ends_at, zone),
    projectId: shift.project_id,
    costCodeId: shift.cost_code_id,
    machineId: shift.equipment_id,
    note: shift.note ?? '',
    repeat: 'none',
  };
}

function whoOf(shift: Shift | CrewShift): string | null {
  if ('ids' in shift) return `crew:${shift.crew_id}`;
  if (shift.employee_id) return `person:${shift.employee_id}`;
  return shift.equipment_id ? `machine:${shift.equipment_id}` : null;
}

export function splitWho(who: string | null): { kind: string | undefined; id: string | null } {
  const [kind, id = null] = who?.split(':') ?? [];
  return { kind, id };
}

export function isComplete(draft: ShiftDraft): draft is CompleteDraft {
  const { start, end, day, projectId } = draft;
  const hasTimes = typeof start === 'number' && typeof end === 'number' && start !== end;
  return hasTimes && day !== null && day !== 'invalid' && projectId !== null;
}

/** The draft as the one shift of its day. */
export function shiftFields(draft: CompleteDraft, board: Board, zone: string): ShiftFields {
  const { kind, id } = splitWho(draft.who);
  const person = kind === 'person' ? board.people.find((each) => each.id === id) : undefined;
  const lastDay = draft.end > draft.start ? draft.day : addDays(draft.day, 1);
  return {
    employee_id: kind === 'person' ? id : null,
    crew_id: person?.crew_id ?? null,
    equipment_id: kind === 'machine' ? id : draft.machineId,
    project_id: draft.projectId,
    cost_code_id: draft.costCodeId,
    starts_at: instantAt(draft.day, draft.start, zone),
    ends_at: instantAt(lastDay, draft.end, zone),
    note: draft.note.trim() || null,
  };
}

/** What a change writes: each person of a crew keeps their own shift and machine. */
export function changedFields(
  draft: CompleteDraft,
  board: Board,
  zone: string,
): Partial<ShiftFields> {
  const fields = shiftFields(draft, board, zone);
  if (splitWho(draft.who).kind !== 'crew') return fields;
  const { project_id, cost_code_id, starts_at, ends_at, note } = fields;
  return { project_id, cost_code_id, starts_at, ends_at, note };
}

/** All shifts a new draft stands for: each day it is repeated on, each person of its crew. */
export function plannedShifts(draft: CompleteDraft, board: Board, zone: string): ShiftFields[] {
  const first = shiftFields(draft, board, zone);
  const { kind, id } = splitWho(draft.who);
  return repeatDays(draft.day, draft.repeat).flatMap((date) => {
    const fields = { ...first, ...onDate(first, date, zone) };
    if (kind !== 'crew') return [fields];
    return board.people
      .filter((person) => person.crew_id === id)
      .map((person) => ({ ...fields, employee_id: person.id, crew_id: id }));
  });
}

/** Daily: the rest of the week without its weekend. Weekly: four weeks. */
function repeatDays(day: IsoDate, repeat: Repeat): IsoDate[] {
  if (repeat === 'none') return [day];
  if (repeat === 'weekly') {
    return Array.from({ length: WEEKS }, (_, week) => addDays(day, 7 * week));
  }
  const { end } = weekOf(day, 0);
  const days: IsoDate[] = [];
  for (let next = day; next <= end; next = addDays(next, 1)) {
    if (weekDayOf(next) % 6 !== 0 || next === day) days.push(next);
  }
  return days;
}
