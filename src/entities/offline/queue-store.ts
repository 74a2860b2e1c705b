import type { OfflineEvent, StoredFile } from '@/entities/offline/offline-event';
import { type Besides, changeOnDisk, readStored } from '@/lib/device-store';
import { workplaceOf } from '@/lib/token-company';

/** One queue per account: another account on this device neither sees nor sends it. Each event names its company. */
const queueKey = (userId: string): string => `queue:${userId}`;

/** Files have places of their own: the queue is read often, and they are large. */
export const fileKey = (userId: string, id: string): string => `file:${userId}:${id}`;

/** What was made in a company. What waits for another one is neither shown nor sent there. */
function madeIn(company: string | null, all: readonly OfflineEvent[]): readonly OfflineEvent[] {
  const isHere = ({ company_id }: OfflineEvent) => !company_id || company_id === company;
  return all.every(isHere) ? all : all.filter(isHere);
}

const readAll = async (userId: string): Promise<readonly OfflineEvent[]> =>
  (await readStored<OfflineEvent[]>(queueKey(userId))) ?? [];

/** What this account has not sent yet in a company, that of this page unless another is named, read anew. */
export const readQueue = async (
  userId: string,
  company = workplaceOf(userId),
): Promise<readonly OfflineEvent[]> => madeIn(company, await readAll(userId));

/** What waits for each of the other companies. */
export async function queuedElsewhere(
  userId: string,
): Promise<ReadonlyMap<string, readonly OfflineEvent[]>> {
  const all = await readAll(userId);
  const here = new Set(madeIn(workplaceOf(userId), all));
  const others = all.filter((event) => !here.has(event));
  return Map.groupBy(others, ({ company_id }) => company_id ?? '');
}

export const readFile = <T extends StoredFile>(userId: string, id: string) =>
  readStored<T>(fileKey(userId, id));

/** Changes the queue in one step, also against other tabs and the service worker; resolves on the disk. */
export const changeQueue = async (
  userId: string,
  change: (events: readonly OfflineEvent[]) => readonly OfflineEvent[],
  files?: Besides,
): Promise<readonly OfflineEvent[]> => {
  const key = queueKey(userId);
  const changed = (before: readonly OfflineEvent[] = []) => change(before);
  const all = await changeOnDisk<readonly OfflineEvent[]>(key, changed, files);
  return madeIn(workplaceOf(userId), all);
};

/** Takes events out of the queue, with their files. */
export const removeFromQueue = (
  userId: string,
  ids: ReadonlySet<string>,
): Promise<readonly OfflineEvent[]> =>
  changeQueue(userId, (all) => all.filter(({ id }) => !ids.has(id)), {
    remove: [...ids].map((id) => fileKey(userId, id)),
  });
