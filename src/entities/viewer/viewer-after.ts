import { notifyManager } from '@tanstack/react-query';
import { answeredSince } from '@/entities/offline/answered-events';
import type { OfflineEvent } from '@/entities/offline/offline-event';
import { runningWithQueued } from '@/entities/offline/with-queued';
import type { Viewer } from '@/entities/viewer/viewer';
import { noteViewerIncludes, viewerIncludesUntil } from '@/entities/viewer/viewer-age';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';

/** The clock after these events, in their order. */
export function viewerAfter(viewer: Viewer, events: readonly OfflineEvent[]): Viewer {
  if (!viewer.employee || events.length === 0) return viewer;
  const running_entry = runningWithQueued(viewer.running_entry, events, viewer.employee.id);
  return { ...viewer, running_entry };
}

/** With what the server has answered for since this moment, whoever on this device sent it. */
export async function withAnsweredSince(
  userId: string,
  viewer: Viewer,
  moment: number,
): Promise<Viewer> {
  const { events, until } = await answeredSince(userId, moment).catch(() => ({
    events: [],
    until: moment,
  }));
  // Last, so that nothing is stored in between. Once: a break that was ended is not ended a second time.
  noteViewerIncludes(until);
  return viewerAfter(viewer, events);
}

/**
 * Changes what is known of the clock until everything on the screen shows it: the queue is drawn at
 * once, so that what leaves it before would jump back for a moment.
 */
export async function commitEvents(
  userId: string,
  events: readonly OfflineEvent[],
  until: number,
): Promise<void> {
  queryClient.setQueryData<Viewer>(
    [queryKeys.viewer, userId],
    (viewer) => viewer && viewerAfter(viewer, events),
  );
  noteViewerIncludes(until);
  await new Promise<void>((resolve) => notifyManager.schedule(resolve));
}

/** What another tab or the service worker has sent; then the server is asked, because that tab may know more. */
export async function takeOverSent(userId: string): Promise<void> {
  const queryKey = [queryKeys.viewer, userId];
  if (!queryClient.getQueryData(queryKey)) return;
  const { events, until } = await answeredSince(userId, viewerIncludesUntil());
  await commitEvents(userId, events, until);
  void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
