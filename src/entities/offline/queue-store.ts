import type { OfflineEvent, StoredFile } from '@/entities/offline/offline-event';
import { type Besides, changeOnDisk, readStored } from '@/lib/device-store';

/** One queue per account: another account on this device neither sees nor sends it. */
const queueKey = (userId: string): string => `queue:${userId}`;

/** Files have places of their own: the queue is read often, and they are large. */
export const fileKey = (userId: string, id: string): string => `file:${userId}:${id}`;

/** What this account has not sent yet, read anew. */
export async function readQueue(userId: string): Promise<readonly OfflineEvent[]> {
  return (await readStored<OfflineEvent[]>(queueKey(userId))) ?? [];
}

export const readFile = <T extends StoredFile>(userId: string, id: string) =>
  readStored<T>(fileKey(userId, id));

/** Changes the queue in one step, also against other tabs and the service worker; resolves on the disk. */
export const changeQueue = (
  userId: string,
  change: (events: readonly OfflineEvent[]) => readonly OfflineEvent[],
  files?: Besides,
): Promise<readonly OfflineEvent[]> =>
  changeOnDisk<readonly OfflineEvent[]>(queueKey(userId), (before = []) => change(before), files);

/** Takes events out of the queue, with their files. */
export const removeFromQueue = (
  userId: string,
  ids: ReadonlySet<string>,
): Promise<readonly OfflineEvent[]> =>
  changeQueue(userId, (all) => all.filter(({ id }) => !ids.has(id)), {
    remove: [...ids].map((id) => fileKey(userId, id)),
  });
