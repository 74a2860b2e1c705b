import type { CustomValues } from '@/entities/custom-field/custom-field';
import type { Narrowed, Row } from '@/lib/rows';

export type RunningBreak = Pick<
  Narrowed<Row<'time_entry_breaks'>, { kind: 'meal' | 'rest' }>,
  'id' | 'started_at' | 'ended_at' | 'kind' | 'paid'
> & {
  /** Whether it is taken off, as the database decides: a short unpaid break counts as work. */
  deducted?: boolean;
};

/** Until the database has said so, an unpaid break is taken off. */
export function isDeducted({ paid, deducted }: Pick<RunningBreak, 'paid' | 'deducted'>): boolean {
  return deducted ?? !paid;
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
