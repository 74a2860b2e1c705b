import type { CustomValues } from '@/entities/custom-field/custom-field';
import type { Narrowed, Row } from '@/lib/rows';

export type RunningBreak = Pick<
  Narrowed<Row<'time_entry_breaks'>, { kind: 'meal' | 'rest' }>,
  'id' | 'started_at' | 'ended_at' | 'kind' | 'paid'
> & {
  /** Whether it is taken off, as the database decides: a short unpaid break counts as work. */
  deducted?: boolean;
};

type Pause = Pick<RunningBreak, 'started_at' | 'ended_at' | 'paid' | 'deducted'>;

/** `private.unpaid_break_default()`. A company whose rule says otherwise hears it from the database. */
export const UNPAID_BREAK_MINUTES = 30;

export const minuteOf = (instant: string): number => Math.floor(Date.parse(instant) / 60_000);

/** As `private.break_is_deducted` until the database has said so: an unpaid one that is long enough, or is not over. */
export function isDeducted({ started_at, ended_at, paid, deducted }: Pause): boolean {
  if (deducted !== undefined) return deducted;
  if (paid || ended_at === null) return !paid;
  return minuteOf(ended_at) - minuteOf(started_at) >= UNPAID_BREAK_MINUTES;
}

export type RunningEntry = Pick<
  Row<'time_entries'>,
  'id' | 'employee_id' | 'clock_in' | 'notes' | 'project_id' | 'cost_code_id'
> & {
  breaks: RunningBreak[];
  /** On a public project; null until it is known: the database fills it in. */
  classification_id?: string | null;
  /** Values of custom fields, by id of the field. */
  custom?: CustomValues;
};

export function openBreak(entry: Pick<RunningEntry, 'breaks'> | null): RunningBreak | null {
  return entry?.breaks.find((pause) => pause.ended_at === null) ?? null;
}

/** Seconds on the clock by the server's time, without the breaks that are taken off, the open one included. */
export function workedSeconds(
  entry: Pick<RunningEntry, 'clock_in' | 'breaks'>,
  nowSeconds: number,
): number {
  const epoch = (instant: string): number => Date.parse(instant) / 1000;
  const unpaid = entry.breaks
    .filter(isDeducted)
    .reduce(
      (sum, pause) =>
        sum + (pause.ended_at ? epoch(pause.ended_at) : nowSeconds) - epoch(pause.started_at),
      0,
    );
  return Math.max(0, Math.floor(nowSeconds - epoch(entry.clock_in) - unpaid));
}
