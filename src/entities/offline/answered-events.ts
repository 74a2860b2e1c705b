import type { OfflineEvent } from '@/entities/offline/offline-event';
import { changeOnDisk, readStored } from '@/lib/device-store';
import { workplaceOf } from '@/lib/token-company';

/** What the server has, and the last known data on this device's disk may not show yet. */
interface Answered {
  event: OfflineEvent;
  /** By this device's clock. */
  answeredAt: number;
}

const MAX_ANSWERED = 100;

export const answeredKey = (userId: string): string => `answered:${userId}`;

/** Before it leaves the queue: a page that ends in between sends it again, which changes nothing. */
export async function storeAnswered(
  userId: string,
  events: readonly OfflineEvent[],
  answeredAt: number,
): Promise<void> {
  const more = events.map((event) => ({ event, answeredAt }));
  await changeOnDisk<Answered[]>(answeredKey(userId), (before = []) =>
    [...before, ...more].slice(-MAX_ANSWERED),
  );
}

/** What was answered after this moment, oldest first, and until when. */
export async function answeredSince(
  userId: string,
  moment: number,
): Promise<{ events: OfflineEvent[]; until: number }> {
  const all = (await readStored<Answered[]>(answeredKey(userId))) ?? [];
  const company = workplaceOf(userId);
  const since = all.filter(
    ({ answeredAt, event: { company_id } }) =>
      answeredAt > moment && (!company_id || company_id === company),
  );
  return { events: since.map(({ event }) => event), until: since.at(-1)?.answeredAt ?? moment };
}

/** The data on the disk has what was answered until this moment. */
export async function dropAnswered(userId: string, moment: number): Promise<void> {
  const all = await readStored<Answered[]>(answeredKey(userId));
  if (!all || all.length === 0) return;
  await changeOnDisk<Answered[]>(answeredKey(userId), (now = []) =>
    // What is ahead of the clock was answered before somebody set it back.
    now.filter(({ answeredAt }) => answeredAt > moment && answeredAt <= Date.now()),
  );
}
