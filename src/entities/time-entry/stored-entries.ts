import { queuedEvents } from '@/entities/offline/queue-state';
import { type Punched, withQueued } from '@/entities/offline/with-queued';
import { projectOptionsQuery } from '@/entities/project/projects-query';
import { minuteOf } from '@/entities/running-entry/running-entry';
import { sessionState } from '@/entities/session/session-store';
import type { EntryFilter, EntryGroup, EntryPage } from '@/entities/time-entry/entry-filter';
import { storedTimeQuery } from '@/entities/time-entry/stored-time';
import { type ListSummary, type TimeEntry, workedMinutes } from '@/entities/time-entry/time-entry';
import { type Viewer, type ViewerEmployee, viewerQuery } from '@/entities/viewer/viewer';
import { AppError, toAppError } from '@/lib/errors';
import { queryClient } from '@/lib/query-client';
import { dateOf } from '@/lib/time';

/** A punch of this phone in the shape of the list; the database will say the rest. */
function listed(punch: Punched, known: TimeEntry | undefined, me: ViewerEmployee, zone: string) {
  return {
    equipment_id: null,
    meal_waived: false,
    frozen: null,
    first_name: me.first_name,
    last_name: me.last_name,
    ...known,
    ...punch,
    work_date: dateOf(Date.parse(punch.clock_in), zone),
    status: punch.clock_out ? 'completed' : 'active',
    minutes: punch.clock_out === null ? null : workedMinutes(punch, minuteOf(punch.clock_out)),
    unsent: true,
  } satisfies TimeEntry;
}

/** The zone of where the work is, else of the company: work dates are the site's. */
function zonesOf({ id, time_zone }: { id: string; time_zone: string }) {
  const projects = queryClient.getQueryData(projectOptionsQuery(id).queryKey) ?? [];
  const zones = new Map(projects.map((project) => [project.id, project.time_zone]));
  return (projectId: string | null): string => zones.get(projectId ?? '') ?? time_zone;
}

/** One's own time as this phone knows it: what the server said last and what it has not heard yet. */
export function ownEntries(
  kept: readonly TimeEntry[],
  me: ViewerEmployee,
  zoneOf: (projectId: string | null) => string,
): TimeEntry[] {
  const byId = new Map(kept.map((entry) => [entry.id, entry]));
  const oldestFirst = kept.toSorted((a, b) => Date.parse(a.clock_in) - Date.parse(b.clock_in));
  return withQueued(oldestFirst, queuedEvents(), me.id).map((punch) => {
    const known = byId.get(punch.id);
    return known === punch ? known : listed(punch, known, me, zoneOf(punch.project_id));
  });
}

function groupKey(entry: TimeEntry, groupBy: EntryGroup | null): string | null {
  if (groupBy === 'day') return entry.work_date;
  if (groupBy === 'project') return entry.project_id;
  if (groupBy === 'classification') return entry.classification_id ?? null;
  return groupBy === 'employee' ? entry.employee_id : null;
}

function summaryOf(entries: readonly TimeEntry[], groupBy: EntryGroup | null): ListSummary {
  const groups = Map.groupBy(entries, (entry) => groupKey(entry, groupBy));
  const minutes = (some: readonly TimeEntry[]): number =>
    some.reduce((sum, entry) => sum + (entry.minutes ?? 0), 0);
  return {
    entries: entries.length,
    minutes: minutes(entries),
    groups: [...groups].map(([key, some]) => ({
      key,
      entries: some.length,
      minutes: minutes(some),
    })),
    running: entries
      .filter(({ clock_out }) => clock_out === null)
      .map((entry) => ({ ...entry, group_key: groupKey(entry, groupBy) })),
  };
}

function isWanted(entry: TimeEntry, filter: EntryFilter): boolean {
  const start = Date.parse(entry.clock_in);
  return (
    start >= Date.parse(filter.range.start) &&
    start < Date.parse(filter.range.end) &&
    (filter.projectId ?? entry.project_id) === entry.project_id &&
    (filter.costCodeId ?? entry.cost_code_id) === entry.cost_code_id &&
    (filter.classificationId ?? entry.classification_id) === entry.classification_id &&
    Object.entries(filter.custom ?? {}).every(
      ([id, value]) => (entry.custom?.[id] ?? null) === value,
    ) &&
    (filter.status ?? entry.status) === entry.status
  );
}

function knownViewer(): Viewer | undefined {
  const userId = sessionState().user?.id;
  return userId ? queryClient.getQueryData(viewerQuery(userId).queryKey) : undefined;
}

/** The list from what this phone keeps; null where it does not have all of it. */
function storedPage(filter: EntryFilter): EntryPage | null {
  const viewer = knownViewer();
  const me = viewer?.employee;
  if (!me || !viewer.company) return null;
  const seesAll = me.role === 'owner' || me.role === 'manager';
  if ((filter.employeeId ?? (seesAll ? null : me.id)) !== me.id) return null;
  const kept = queryClient.getQueryData(storedTimeQuery(me.id).queryKey);
  if (!kept || Date.parse(filter.range.start) < Date.parse(kept.since)) return null;
  const entries = ownEntries(kept.entries, me, zonesOf(viewer.company))
    .filter((entry) => isWanted(entry, filter))
    .toSorted((a, b) => Date.parse(b.clock_in) - Date.parse(a.clock_in));
  const groups = Map.groupBy(entries, (entry) => groupKey(entry, filter.groupBy));
  return { entries: [...groups.values()].flat(), summary: summaryOf(entries, filter.groupBy) };
}

/** Asks the server; where it cannot be reached, this phone answers for one's own time. */
export async function orStoredPage(
  ask: () => Promise<EntryPage>,
  filter: EntryFilter,
): Promise<EntryPage> {
  try {
    if (!navigator.onLine) throw new AppError('offline');
    return await ask();
  } catch (cause) {
    const { code } = toAppError(cause);
    const kept = code === 'offline' || code === 'timeout' ? storedPage(filter) : null;
    if (kept) return kept;
    throw cause;
  }
}
