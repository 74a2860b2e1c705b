import type { OfflineEvent } from '@/entities/offline/offline-event';
import { changeOnDisk, readKept } from '@/lib/device-store';

/** One queue per account: another account on this device neither sees nor sends it. */
const queueKey = (userId: string): string => `queue:${userId}`;

/** What this account has not sent yet, read anew. */
export async function readQueue(userId: string): Promise<readonly OfflineEvent[]> {
  return (await readKept<OfflineEvent[]>(queueKey(userId))) ?? [];
}

/** Changes the queue in one step, also against other tabs and the service worker; resolves on the disk. */
export const changeQueue = (
  userId: string,
  change: (events: readonly OfflineEvent[]) => readonly OfflineEvent[],
): Promise<readonly OfflineEvent[]> =>
  changeOnDisk<readonly OfflineEvent[]>(queueKey(userId), (before = []) => change(before));
