import type { ExplainedLine } from '@/features/payroll/api/queries';
import { isLeave, isWorked } from '@/features/payroll/explain';
import { addDays } from '@/lib/time';

export interface GridRow {
  key: string;
  projectId: string | null;
  costCodeId: string | null;
  /** Time off instead of work. */
  leaveCode: string | null;
  /** Minutes of each day of the week. */
  days: number[];
  minutes: number;
}

export interface WeekGrid {
  start: string;
  days: string[];
  rows: GridRow[];
  /** Hours worked of each day, without time off. */
  worked: number[];
  minutes: number;
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];

function toGrid(start: string, lines: readonly ExplainedLine[]): WeekGrid {
  const days = WEEK.map((day) => addDays(start, day));
  const rows = new Map<string, GridRow>();
  const worked = WEEK.map(() => 0);
  for (const line of lines) {
    const leaveCode = isLeave(line.pay_code) ? line.pay_code : null;
    if (!leaveCode && !isWorked(line.pay_code)) continue;
    const key = leaveCode ?? `${line.project_id}|${line.cost_code_id}`;
    const row = rows.get(key) ?? {
      key,
      projectId: leaveCode ? null : line.project_id,
      costCodeId: leaveCode ? null : line.cost_code_id,
      leaveCode,
      days: WEEK.map(() => 0),
      minutes: 0,
    };
    rows.set(key, row);
    const day = days.indexOf(line.work_date);
    row.days[day] = (row.days[day] ?? 0) + line.minutes;
    row.minutes += line.minutes;
    if (!leaveCode) worked[day] = (worked[day] ?? 0) + line.minutes;
  }
  const inOrder = [...rows.values()].toSorted(
    (one, other) =>
      Number(one.leaveCode !== null) - Number(other.leaveCode !== null) ||
      other.minutes - one.minutes,
  );
  return { start, days, rows: inOrder, worked, minutes: worked.reduce((sum, day) => sum + day, 0) };
}

/** Each workweek as jobs by days: what was worked where, time off below. */
export function weekGrids(lines: readonly ExplainedLine[]): WeekGrid[] {
  const weeks = Map.groupBy(lines, ({ week_start }) => week_start);
  return [...weeks]
    .map(([start, ofWeek]) => toGrid(start, ofWeek))
    .filter(({ rows }) => rows.length > 0);
}
