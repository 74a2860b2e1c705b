import type { Delivery } from '@/entities/offline/deliver';
import type { NewEvent, OfflineEvent, StoredFile } from '@/entities/offline/offline-event';
import { allQueued, markUnsent, showQueue } from '@/entities/offline/queue-state';
import { changeQueue, fileKey, readQueue, removeFromQueue } from '@/entities/offline/queue-store';
import { settleQueue } from '@/entities/offline/settle-queue';
import { takeOverSent } from '@/entities/viewer/viewer-after';
import { changeStored } from '@/lib/device-store';
import { monotonicClock } from '@/lib/monotonic-clock';
import { serverOffset } from '@/lib/server-clock';
import { workplaceOf } from '@/lib/token-company';
import { uuidv7 } from '@/lib/uuid';

interface Device {
  id: string;
  sequence: number;
}

const newDevice = (): Device => ({ id: uuidv7(), sequence: 0 });

let owner: string | null = null;

/** Reads and shows what this account has not sent yet; another tab may have added or sent some. */
export async function openQueue(userId: string): Promise<readonly OfflineEvent[]> {
  if (owner !== userId) {
    owner = userId;
    showQueue([]);
  }
  const kept = await readQueue(userId);
  const shown = allQueued();
  const same =
    kept.length === shown.length &&
    kept.every(({ id, problem }, i) => id === shown[i]?.id && problem === shown[i]?.problem);
  if (owner !== userId || same) return kept;
  const ids = new Set(kept.map(({ id }) => id));
  // Somebody else on this device sent it: another tab, the service worker.
  const isSent = shown.some(({ id }) => !ids.has(id));
  if (isSent) await takeOverSent(userId).catch(() => undefined);
  // Unless something was done meanwhile, which shows the queue as it is now.
  if (owner === userId && allQueued() === shown) showQueue(kept, true);
  return kept;
}

export function closeQueue(): void {
  owner = null;
  showQueue([]);
}

/** The name of this device, given when it is first asked for. */
export async function deviceId(): Promise<string> {
  const { id } = await changeStored<Device>('device', (before = newDevice()) => before);
  return id;
}

/** Takes the next numbers of this device. */
async function takeSequence(count: number): Promise<{ device: string; first: number }> {
  const { id, sequence } = await changeStored<Device>('device', (before = newDevice()) => ({
    ...before,
    sequence: before.sequence + count,
  }));
  return { device: id, first: sequence - count + 1 };
}

type WithFile = OfflineEvent & { file?: StoredFile };

/** Writes down what happened; resolves when it is safe on this device. `finish` may add to an event before. */
export async function enqueue(
  userId: string,
  news: readonly NewEvent[],
  happenedAt: number,
  finish: (event: WithFile) => Promise<WithFile> = async (event) => event,
): Promise<readonly OfflineEvent[]> {
  markUnsent(true);
  const company = workplaceOf(userId);
  const { device, first } = await takeSequence(news.length);
  const made = news.map(
    ({ id = uuidv7(), payload, ...event }, index): WithFile => ({
      ...event,
      id,
      ...(company && { company_id: company }),
      device_id: device,
      sequence: first + index,
      happened_at: new Date(happenedAt).toISOString(),
      offset_ms: Math.round(serverOffset()),
      // Goes on where a changed clock jumps; kept with the event as it was sent.
      payload: { ...payload, ...monotonicClock() } as typeof payload,
    }),
  );
  const finished = await Promise.all(made.map(finish));
  const events = finished.map(({ file: _, ...event }): OfflineEvent => event);
  const ids = new Set(events.map(({ id }) => id));
  const put = finished.flatMap(({ id, file }) =>
    file ? [[fileKey(userId, id), file] as const] : [],
  );
  // Once, also where another tab brings over the same from an earlier version.
  const added = (before: readonly OfflineEvent[]) => [
    ...before.filter(({ id }) => !ids.has(id)),
    ...events,
  ];
  const all = await changeQueue(userId, added, { put });
  owner = userId;
  showQueue(all);
  // Asked when it matters: a browser may otherwise throw away what a site keeps.
  void navigator.storage?.persist?.();
  return events;
}

function showLeft(userId: string, left: readonly OfflineEvent[], isSent = false): void {
  if (left.length === 0) markUnsent(false);
  if (owner === userId) showQueue(left, isSent);
}

/** Changes events that wait; those that were sent meanwhile stay sent. */
export async function changeEvents(
  userId: string,
  ids: ReadonlySet<string>,
  change: (event: OfflineEvent) => OfflineEvent,
): Promise<void> {
  const all = await changeQueue(userId, (before) =>
    before.map((event) => (ids.has(event.id) ? change(event) : event)),
  );
  showLeft(userId, all);
}

/** What the server has answered for is its own now. */
export async function removeSent(userId: string, ids: ReadonlySet<string>): Promise<void> {
  showLeft(userId, await removeFromQueue(userId, ids), true);
}

/** What was refused, or is not wanted any more. */
export async function discardEvents(userId: string, ids: ReadonlySet<string>): Promise<void> {
  showLeft(userId, await removeFromQueue(userId, ids));
}

/** What was refused is tried once more. */
export const retryRefused = (userId: string, ids: ReadonlySet<string>): Promise<void> =>
  changeEvents(userId, ids, ({ problem: _, ...event }) => event);

/** Writes down what the server said, and shows what is left. */
export async function settle(
  userId: string,
  delivery: Delivery,
  answeredAt?: number,
): Promise<void> {
  showLeft(userId, await settleQueue(userId, delivery, answeredAt), true);
}
