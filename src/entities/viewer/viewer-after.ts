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
  const { events, until } = await answeredSince(userId, moment);
  // Once: a break that was ended is not ended a second time.
  noteViewerIncludes(until);
  return viewerAfter(viewer, events);
}

/**
 * Before what another tab or the service worker has sent leaves the queue of this page: the clock on
 * the screen never jumps back. Then the server is asked, because that tab may know more.
 */
export async function takeOverSent(userId: string): Promise<void> {
  const queryKey = [queryKeys.viewer, userId];
  const viewer = queryClient.getQueryData<Viewer>(queryKey);
  if (!viewer) return;
  const { events, until } = await answeredSince(userId, viewerIncludesUntil());
  noteViewerIncludes(until);
  queryClient.setQueryData<Viewer>(queryKey, (now) => now && viewerAfter(now, events));
  void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
