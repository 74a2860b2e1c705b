import type { IsoDate } from '@/lib/format';
import { addDays, dateOf, instantAt, minuteOfDay } from '@/lib/time';

export interface BoardPerson {
  id: string;
  first_name: string;
  last_name: string;
  job_title: string | null;
  crew_id: string | null;
}

export interface BoardMachine {
  id: string;
  name: string;
  number: string | null;
  status: 'available' | 'down' | 'retired';
  ownership: 'owned' | 'rented';
  off_rent_date: IsoDate | null;
  class_id: string | null;
}

/** What is wrong with a plan, as `schedule_warnings` says it. */
export interface Warning {
  kind: string;
  severity: string;
  employee_id: string | null;
  equipment_id: string | null;
  shift_id: string | null;
  other_shift_id: string | null;
  /** Of overtime the first day of its workweek. */
  work_date: IsoDate;
  minutes: number | null;
  cents: number | null;
}

export interface Shift {
  id: string;
  employee_id: string | null;
  crew_id: string | null;
  equipment_id: string | null;
  project_id: string | null;
  cost_code_id: string | null;
  starts_at: string;
  ends_at: string;
  work_date: IsoDate;
  note: string | null;
  status: 'draft' | 'published';
  cancelled: boolean;
  /** Its person was told of it. */
  told: boolean;
  acknowledged_at: string | null;
}

export interface Board {
  people: BoardPerson[];
  crews: { id: string; name: string; foreman_id: string | null }[];
  equipment: BoardMachine[];
  projects: { id: string; name: string; time_zone: string | null; status: string }[];
  cost_codes: { id: string; code: string; name: string }[];
  shifts: Shift[];
  time_off: {
    employee_id: string;
    day: IsoDate;
    minutes: number;
    type: string | null;
    status: 'approved' | 'requested';
  }[];
  holidays: { date: IsoDate; name: string }[];
  swaps: {
    id: string;
    shift_id: string;
    employee_id: string;
    to_employee_id: string;
    status: 'asked' | 'accepted';
    note: string | null;
  }[];
  /** What projects need; for managers. */
  demands: Demand[];
}

export interface Demand {
  id: string;
  project_id: string;
  /** Only people with this title count. */
  job_title: string | null;
  people: number;
  start_date: IsoDate;
  end_date: IsoDate;
  weekends: boolean;
}

export type BoardRow =
  | { key: string; kind: 'open' }
  | { key: string; kind: 'crew'; id: string; name: string; people: number }
  | { key: string; kind: 'person'; person: BoardPerson }
  | { key: string; kind: 'heading'; name: 'noCrew' | 'equipment' }
  | { key: string; kind: 'machine'; machine: BoardMachine };

/** Open shifts, each crew with its people, people without a crew, machines. */
export function boardRows(board: Board): BoardRow[] {
  const person = (who: BoardPerson): BoardRow => ({ key: who.id, kind: 'person', person: who });
  const crews = board.crews.flatMap((crew): BoardRow[] => {
    const members = board.people.filter(({ crew_id }) => crew_id === crew.id);
    if (members.length === 0) return [];
    const first = (who: BoardPerson) => (who.id === crew.foreman_id ? 0 : 1);
    members.sort((one, other) => first(one) - first(other));
    const head: BoardRow = { key: crew.id, kind: 'crew', ...crew, people: members.length };
    return [head, ...members.map(person)];
  });
  const inCrews = new Set(crews.map(({ key }) => key));
  const others = board.people.filter(({ id }) => !inCrews.has(id)).map(person);
  const machines = board.equipment.map(
    (machine): BoardRow => ({ key: machine.id, kind: 'machine', machine }),
  );
  const heading = (name: 'noCrew' | 'equipment'): BoardRow => ({
    key: name,
    kind: 'heading',
    name,
  });
  return [
    { key: 'open', kind: 'open' },
    ...crews,
    ...(others.length > 0 && crews.length > 0 ? [heading('noCrew')] : []),
    ...others,
    ...(machines.length > 0 ? [heading('equipment')] : []),
    ...machines,
  ];
}

/** What stands in one cell: a shift, or those of a crew that are the same. */
export interface Piece {
  ids: string[];
  shift: Shift;
  isDraft: boolean;
}

const single = (shift: Shift): Piece => ({
  ids: [shift.id],
  shift,
  isDraft: shift.status === 'draft',
});

function crewPieces(shifts: readonly Shift[]): Piece[] {
  const groups = new Map<string, Piece>();
  for (const shift of shifts) {
    const key = `${shift.project_id} ${shift.starts_at} ${shift.ends_at}`;
    const known = groups.get(key);
    if (known) {
      known.ids.push(shift.id);
      known.isDraft ||= shift.status === 'draft';
    } else groups.set(key, single(shift));
  }
  return [...groups.values()];
}

const rowsOf = (shift: Shift): string[] => {
  const rows: string[] = [];
  if (shift.employee_id) rows.push(shift.employee_id);
  if (shift.equipment_id) rows.push(shift.equipment_id);
  if (rows.length === 0) rows.push('open');
  return rows;
};

/** Pieces by `row day`, each list in order of time; of all projects or of some. */
export function boardCells(
  board: Board,
  projects: ReadonlySet<string> | null,
): Map<string, Piece[]> {
  const cells = new Map<string, Piece[]>();
  const crews = new Map<string, Shift[]>();
  const crewOf = new Map(board.people.map(({ id, crew_id }) => [id, crew_id]));
  const put = <Value>(map: Map<string, Value[]>, key: string, value: Value) => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  for (const shift of board.shifts) {
    if (projects && !projects.has(shift.project_id ?? '')) continue;
    for (const row of rowsOf(shift)) put(cells, `${row} ${shift.work_date}`, single(shift));
    const crew = shift.employee_id && shift.crew_id;
    if (crew && crewOf.get(shift.employee_id ?? '') === crew && !shift.cancelled)
      put(crews, `${crew} ${shift.work_date}`, shift);
  }
  for (const [key, shifts] of crews) cells.set(key, crewPieces(shifts));
  return cells;
}

const HALF_HOUR_AFTER_MINUTES = 300;

/** As the database plans: less half an hour if longer than five. */
export function plannedMinutes({
  starts_at,
  ends_at,
}: Pick<Shift, 'starts_at' | 'ends_at'>): number {
  const minutes = Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000);
  return minutes > HALF_HOUR_AFTER_MINUTES ? minutes - 30 : minutes;
}

export interface Times {
  starts_at: string;
  ends_at: string;
}

/** The same times of day on another date; an end after midnight stays on the day after. */
export function onDate(times: Times, date: IsoDate, timeZone: string): Times {
  const startDay = dateOf(Date.parse(times.starts_at), timeZone);
  const endDay = dateOf(Date.parse(times.ends_at), timeZone);
  return {
    starts_at: instantAt(date, minuteOfDay(times.starts_at, timeZone), timeZone),
    ends_at: instantAt(
      startDay === endDay ? date : addDays(date, 1),
      minuteOfDay(times.ends_at, timeZone),
      timeZone,
    ),
  };
}

export const STEP_MINUTES = 15;
const MIN_SHIFT_MS = STEP_MINUTES * 60_000;
const MAX_SHIFT_MS = 24 * 3_600_000;

/** A later or earlier end, never shorter than a quarter of an hour or longer than a day. */
export function withEnd(times: Times, changeMinutes: number): Times {
  const start = Date.parse(times.starts_at);
  const wanted = Date.parse(times.ends_at) + changeMinutes * 60_000;
  const end = Math.min(Math.max(wanted, start + MIN_SHIFT_MS), start + MAX_SHIFT_MS);
  return { starts_at: times.starts_at, ends_at: new Date(end).toISOString() };
}

/** What dropping on a row changes of a shift; null: it does not belong there. */
export function droppedOn(
  piece: Piece,
  row: BoardRow,
  from: string,
): Partial<Pick<Shift, 'employee_id' | 'equipment_id' | 'crew_id'>> | null {
  if (row.key === from) return {};
  if (piece.ids.length > 1 || row.kind === 'heading' || row.kind === 'crew') return null;
  if (row.kind === 'open')
    return piece.shift.equipment_id ? null : { employee_id: null, crew_id: null };
  if (row.kind === 'person') return { employee_id: row.person.id, crew_id: row.person.crew_id };
  return { equipment_id: row.machine.id };
}
