import type { NewEvent, OfflineEvent } from '@/entities/offline/offline-event';
import { markUnsent, queuedEvents, showQueue } from '@/entities/offline/queue-state';
import { changeQueue, readQueue } from '@/entities/offline/queue-store';
import { changeKept } from '@/lib/device-store';
import { monotonicClock } from '@/lib/monotonic-clock';
import { serverOffset } from '@/lib/server-clock';
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
  const shown = queuedEvents();
  const same = kept.length === shown.length && kept.every(({ id }, i) => id === shown[i]?.id);
  if (owner === userId && !same) showQueue(kept);
  return kept;
}

export function closeQueue(): void {
  owner = null;
  showQueue([]);
}

/** The name of this device, given when it is first asked for. */
export async function deviceId(): Promise<string> {
  const { id } = await changeKept<Device>('device', (before = newDevice()) => before);
  return id;
}

/** Takes the next numbers of this device. */
async function takeSequence(count: number): Promise<{ device: string; first: number }> {
  const { id, sequence } = await changeKept<Device>('device', (before = newDevice()) => ({
    ...before,
    sequence: before.sequence + count,
  }));
  return { device: id, first: sequence - count + 1 };
}

/** Writes down what happened; resolves when it is safe on this device. `finish` may add to an event before. */
export async function enqueue(
  userId: string,
  news: readonly NewEvent[],
  happenedAt: number,
  finish: (event: OfflineEvent) => Promise<OfflineEvent> = async (event) => event,
): Promise<readonly OfflineEvent[]> {
  markUnsent(true);
  const { device, first } = await takeSequence(news.length);
  const made = news.map(
    ({ payload, ...event }, index): OfflineEvent => ({
      ...event,
      id: uuidv7(),
      device_id: device,
      sequence: first + index,
      happened_at: new Date(happenedAt).toISOString(),
      offset_ms: Math.round(serverOffset()),
      // Goes on where a changed clock jumps; kept with the event as it was sent.
      payload: { ...payload, ...monotonicClock() } as typeof payload,
    }),
  );
  const events = await Promise.all(made.map(finish));
  const all = await changeQueue(userId, (before) => [...before, ...events]);
  owner = userId;
  showQueue(all);
  // Asked when it matters: a browser may otherwise throw away what a site keeps.
  void navigator.storage?.persist?.();
  return events;
}

/** Adds to events that wait; those that were sent meanwhile stay sent. */
export async function changeEvents(
  userId: string,
  ids: ReadonlySet<string>,
  change: (event: OfflineEvent) => OfflineEvent,
): Promise<void> {
  const all = await changeQueue(userId, (before) =>
    before.map((event) => (ids.has(event.id) ? change(event) : event)),
  );
  if (owner === userId) showQueue(all);
}

/** What the server has answered for is its own now. */
export async function removeSent(userId: string, ids: ReadonlySet<string>): Promise<void> {
  const left = await changeQueue(userId, (all) => all.filter(({ id }) => !ids.has(id)));
  if (left.length === 0) markUnsent(false);
  if (owner === userId) showQueue(left);
}
