import type { BreakRow, DueBreak } from '@/features/break-board/api/queries';

/** The reminder goes out so many minutes before. */
const SOON_MINUTES = 10;

export type RowState = 'late' | 'soon' | 'later' | 'break' | 'none';

/** Whole minutes in which a break still begins in time; negative: so many minutes late. */
export function minutesLeft({ due_at }: Pick<DueBreak, 'due_at'>, nowMinute: number): number {
  return Math.floor(Date.parse(due_at) / 60_000) - nowMinute;
}

export function stateOf({ break_id, due }: BreakRow, nowMinute: number): RowState {
  if (break_id !== null) return 'break';
  const [next] = due;
  if (!next) return 'none';
  const left = minutesLeft(next, nowMinute);
  if (left < 0) return 'late';
  return left <= SOON_MINUTES ? 'soon' : 'later';
}

const ORDER: readonly RowState[] = ['late', 'soon', 'later', 'break', 'none'];

/** Late first, the latest of them first; who is on a break comes after those who are due. */
export function byUrgency(rows: readonly BreakRow[], nowMinute: number): BreakRow[] {
  const rank = (row: BreakRow) => ORDER.indexOf(stateOf(row, nowMinute));
  const left = ({ due }: BreakRow) => (due[0] ? minutesLeft(due[0], nowMinute) : 0);
  return rows.toSorted((a, b) => rank(a) - rank(b) || left(a) - left(b));
}

export interface BoardFilter {
  crewId: string | null;
  projectId: string | null;
}

export const matches =
  ({ crewId, projectId }: BoardFilter) =>
  ({ crew_ids, project_id }: BreakRow): boolean =>
    (crewId === null || crew_ids.includes(crewId)) &&
    (projectId === null || project_id === projectId);

/** Whether any rule asks for breaks, or heat does. */
export const hasRules = (rows: readonly BreakRow[]): boolean =>
  rows.some(({ meal_rule, rest_rule, due }) => meal_rule || rest_rule || due.length > 0);

export interface SiteHeat {
  projectId: string;
  name: string;
  temperature: number | null;
  readAt: string | null;
  source: string | null;
  level: BreakRow['heat_level'];
}

/** Where people of the board work now, with the temperature there. */
export function sitesOf(rows: readonly BreakRow[]): SiteHeat[] {
  const sites = new Map<string, SiteHeat>();
  for (const row of rows) {
    if (row.project_id === null) continue;
    sites.set(row.project_id, {
      projectId: row.project_id,
      name: row.project_name ?? '',
      temperature: row.temperature_f,
      readAt: row.temperature_read_at,
      source: row.temperature_source,
      level: row.heat_level,
    });
  }
  return [...sites.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}
