import type { EntryGroup } from '@/entities/time-entry/entry-filter';
import type { ListSummary, TimeEntry } from '@/entities/time-entry/time-entry';

export interface GroupRow {
  kind: 'group';
  key: string | null;
  /** The first entry below it: names the group. */
  first: TimeEntry;
  entries: number;
  minutes: number;
}

interface EntryRow {
  kind: 'entry';
  entry: TimeEntry;
}

export type ListRow = GroupRow | EntryRow;

function groupKeyOf(entry: TimeEntry, groupBy: EntryGroup): string | null {
  if (groupBy === 'employee') return entry.employee_id;
  if (groupBy === 'classification') return entry.group_key ?? entry.classification_id ?? null;
  return groupBy === 'project' ? entry.project_id : entry.work_date;
}

/** Puts a heading before the first entry of each group; the database has them in order. */
export function listRows(
  entries: readonly TimeEntry[],
  summary: ListSummary,
  groupBy: EntryGroup | null,
): ListRow[] {
  if (!groupBy) return entries.map((entry) => ({ kind: 'entry', entry }));
  const figures = new Map(summary.groups.map((group) => [group.key, group]));
  const rows: ListRow[] = [];
  let current: string | null | undefined;
  for (const entry of entries) {
    const key = groupKeyOf(entry, groupBy);
    if (key !== current) {
      current = key;
      const { entries: count = 0, minutes = 0 } = figures.get(key) ?? {};
      rows.push({ kind: 'group', key, first: entry, entries: count, minutes });
    }
    rows.push({ kind: 'entry', entry });
  }
  return rows;
}
