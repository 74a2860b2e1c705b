import type { CustomValues } from '@/entities/custom-field/custom-field';
import type { MachineShare } from '@/entities/machine-share/machine-share';
import { isDeducted, minuteOf, type RunningBreak } from '@/entities/running-entry/running-entry';

export interface TimeEntry {
  id: string;
  employee_id: string;
  first_name: string;
  last_name: string;
  clock_in: string;
  clock_out: string | null;
  work_date: string;
  project_id: string | null;
  cost_code_id: string | null;
  equipment_id: string | null;
  /** Several machines, with their shares. */
  machines?: MachineShare[] | null;
  /** On a public project. */
  classification_id?: string | null;
  /** In a list by class: the newest modification of it, which all of them are under. */
  group_key?: string | null;
  /** Values of custom fields, by id of the field. */
  custom?: CustomValues;
  notes: string | null;
  status: 'active' | 'completed';
  meal_waived: boolean;
  breaks: RunningBreak[];
  /** Whole minutes net of breaks that are taken off; null while running. */
  minutes: number | null;
  /** Why nobody may change it any more. */
  frozen: 'approved' | 'locked' | null;
  /** Punched on a phone without signal. */
  offline?: boolean;
  /** The server has not heard of it, or of its last change, yet. */
  unsent?: boolean;
}

export interface RunningPart {
  id: string;
  group_key: string | null;
  clock_in: string;
  breaks: Pick<RunningBreak, 'started_at' | 'ended_at' | 'paid' | 'deducted'>[];
}

export interface ListSummary {
  entries: number;
  /** Of ended entries; what runs is added by the clock on the screen. */
  minutes: number;
  groups: { key: string | null; entries: number; minutes: number }[];
  running: RunningPart[];
}

/** Minutes between the punches that are not worked time: breaks and meals that were taken off. */
export function minutesOff({
  clock_in,
  clock_out,
  minutes,
}: Pick<TimeEntry, 'clock_in' | 'clock_out' | 'minutes'>): number {
  if (clock_out === null || minutes === null) return 0;
  return Math.max(0, minuteOf(clock_out) - minuteOf(clock_in) - minutes);
}

/** Minutes of work until a minute of the epoch, each punch cut to its minute as payroll does. */
export function workedMinutes(
  entry: Pick<RunningPart, 'clock_in' | 'breaks'>,
  now: number,
): number {
  const unpaid = entry.breaks
    .filter(isDeducted)
    .reduce(
      (sum, pause) =>
        sum + (pause.ended_at ? minuteOf(pause.ended_at) : now) - minuteOf(pause.started_at),
      0,
    );
  return Math.max(0, now - minuteOf(entry.clock_in) - unpaid);
}

export const runningMinutes = (
  entry: Pick<RunningPart, 'clock_in' | 'breaks'>,
  nowSeconds: number,
): number => workedMinutes(entry, Math.floor(nowSeconds / 60));
