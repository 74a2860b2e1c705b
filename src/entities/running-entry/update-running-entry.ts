import type { QueryClient } from '@tanstack/react-query';
import { queuedEvents } from '@/entities/offline/queue-state';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { sessionState } from '@/entities/session/session-store';
import { type Viewer, viewerQuery } from '@/entities/viewer/viewer';
import { queryKeys } from '@/lib/query-keys';

const viewerKey = () => viewerQuery(sessionState().user?.id ?? '').queryKey;

/** Shows the clock's new state before the server has answered; returns what to fall back to. */
export async function showRunningEntry(
  client: QueryClient,
  change: (entry: RunningEntry | null) => RunningEntry | null,
): Promise<Viewer | undefined> {
  await client.cancelQueries({ queryKey: viewerKey() });
  const before = client.getQueryData<Viewer>(viewerKey());
  if (before) {
    client.setQueryData<Viewer>(viewerKey(), {
      ...before,
      running_entry: change(before.running_entry),
    });
  }
  return before;
}

export function restoreRunningEntry(client: QueryClient, before: Viewer | undefined): void {
  if (before) client.setQueryData<Viewer>(viewerKey(), before);
}

/** Everything that shows time; stale after the clock was touched, here or on another device. */
export const TIME_QUERIES: readonly string[] = [
  queryKeys.viewer,
  queryKeys.timeEntries,
  queryKeys.team,
  queryKeys.dashboard,
  queryKeys.payroll,
];

export function reloadTime(client: QueryClient): Promise<unknown> {
  return Promise.all(TIME_QUERIES.map((root) => client.invalidateQueries({ queryKey: [root] })));
}

/**
 * After the clock was touched. While something waits on this device, asking the server would keep
 * the buttons busy until there is a signal; lists then show what is kept here.
 */
export async function refreshTime(client: QueryClient): Promise<void> {
  if (queuedEvents().length === 0) await reloadTime(client);
  else void client.invalidateQueries({ queryKey: [queryKeys.timeEntries, 'list'] });
}
