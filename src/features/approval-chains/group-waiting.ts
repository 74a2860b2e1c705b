import type { Waiting } from '@/features/approval-chains/api/steps';

/** What is decided together: the time of one person on one project at one step. */
export interface WaitingGroup {
  key: string;
  rows: Waiting[];
  first: Waiting;
  days: number;
  seconds: number;
}

export const keyOf = ({ time_entry_id, step_id }: Waiting) => `${time_entry_id} ${step_id}`;

export const secondsOf = ({ clock_in, clock_out, break_minutes }: Waiting): number =>
  (Date.parse(clock_out) - Date.parse(clock_in)) / 1000 - break_minutes * 60;

export function groupWaiting(rows: readonly Waiting[]): WaitingGroup[] {
  const groups = Map.groupBy(
    rows,
    ({ employee_id, project_id, step_id }) => `${employee_id} ${project_id} ${step_id}`,
  );
  return [...groups].flatMap(([key, group]) => {
    const [first] = group;
    if (!first) return [];
    return {
      key,
      first,
      rows: group,
      days: new Set(group.map(({ work_date }) => work_date)).size,
      seconds: group.reduce((sum, row) => sum + secondsOf(row), 0),
    };
  });
}
