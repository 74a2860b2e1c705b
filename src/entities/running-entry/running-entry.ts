export interface RunningBreak {
  id: string;
  started_at: string;
  ended_at: string | null;
  kind: 'meal' | 'rest';
  paid: boolean;
}

export interface RunningEntry {
  id: string;
  employee_id: string;
  clock_in: string;
  notes: string | null;
  project_id: string | null;
  cost_code_id: string | null;
  breaks: RunningBreak[];
}

export function openBreak(entry: RunningEntry | null): RunningBreak | null {
  return entry?.breaks.find((pause) => pause.ended_at === null) ?? null;
}

/** Seconds on the clock by the server's time: unpaid breaks do not count, the open one included. */
export function workedSeconds(entry: RunningEntry, nowSeconds: number): number {
  const epoch = (instant: string): number => Date.parse(instant) / 1000;
  const unpaid = entry.breaks
    .filter((pause) => !pause.paid)
    .reduce(
      (sum, pause) =>
        sum + (pause.ended_at ? epoch(pause.ended_at) : nowSeconds) - epoch(pause.started_at),
      0,
    );
  return Math.max(0, Math.floor(nowSeconds - epoch(entry.clock_in) - unpaid));
}
