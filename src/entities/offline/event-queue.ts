import type { EventKind, EventPayload, OfflineEvent } from '@/entities/offline/offline-event';
import { markUnsent, queuedEvents, showQueue } from '@/entities/offline/queue-state';
import { changeKept, readKept } from '@/lib/device-store';
import { serverOffset } from '@/lib/server-clock';
import { uuidv7 } from '@/lib/uuid';

interface Device {
  id: string;
  sequence: number;
}

/** One queue per account: another account on this device neither sees nor sends it. */
const queueKey = (userId: string): string => `queue:${userId}`;

let owner: string | null = null;

/** Shows what this account has not sent yet; another tab may have added or sent some. */
export async function openQueue(userId: string): Promise<void> {
  if (owner !== userId) {
    owner = userId;
    showQueue([]);
  }
  const kept = (await readKept<OfflineEvent[]>(queueKey(userId))) ?? [];
  const shown = queuedEvents();
  const same = kept.length === shown.length && kept.every(({ id }, i) => id === shown[i]?.id);
  if (owner === userId && !same) showQueue(kept);
}

export function closeQueue(): void {
  owner = null;
  showQueue([]);
}

/** Writes down what happened; resolves when it is safe on this device. */
export async function enqueue(
  userId: string,
  kind: EventKind,
  payload: EventPayload,
  happenedAt: number,
): Promise<void> {
  const device = await changeKept<Device>('device', (before) => ({
    id: before?.id ?? uuidv7(),
    sequence: (before?.sequence ?? 0) + 1,
  }));
  const event: OfflineEvent = {
    id: uuidv7(),
    device_id: device.id,
    sequence: device.sequence,
    kind,
    happened_at: new Date(happenedAt).toISOString(),
    offset_ms: Math.round(serverOffset()),
    monotonic_ms: Math.round(performance.now()),
    payload,
  };
  markUnsent(true);
  const all = await changeKept<OfflineEvent[]>(queueKey(userId), (before = []) => [
    ...before,
    event,
  ]);
  owner = userId;
  showQueue(all);
  // Asked when it matters: a browser may otherwise throw away what a site keeps.
  void navigator.storage?.persist?.();
}

/** What the server has answered for is its own now. */
export async function removeSent(userId: string, ids: ReadonlySet<string>): Promise<void> {
  const left = await changeKept<OfflineEvent[]>(queueKey(userId), (all = []) =>
    all.filter(({ id }) => !ids.has(id)),
  );
  if (left.length === 0) markUnsent(false);
  if (owner === userId) showQueue(left);
}
