import type { QueryClient } from '@tanstack/react-query';
import type { OfflineEvent } from '@/entities/offline/offline-event';
import { queuedEvents } from '@/entities/offline/queue-state';
import { sessionState } from '@/entities/session/session-store';
import { viewerQuery } from '@/entities/viewer/viewer';
import { commitEvents } from '@/entities/viewer/viewer-after';
import { dropFirstScreen } from '@/lib/first-screen';
import { queryKeys } from '@/lib/query-keys';

/** What the server has answered for is part of the last known state, also for the next start. */
export async function commitToViewer(
  client: QueryClient,
  events: readonly OfflineEvent[],
  answeredAt: number,
): Promise<void> {
  const userId = sessionState().user?.id ?? '';
  const { queryKey } = viewerQuery(userId);
  dropFirstScreen();
  // An answer on its way may be from before.
  await client.cancelQueries({ queryKey });
  if (client.getQueryData(queryKey)?.employee) await commitEvents(userId, events, answeredAt);
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
