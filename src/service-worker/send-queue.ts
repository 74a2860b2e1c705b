import { storeAnswered } from '@/entities/offline/answered-events';
import {
  BATCH_TIMEOUT_MS,
  type Delivery,
  deliverNext,
  type Transport,
} from '@/entities/offline/deliver';
import type { OfflineEvent } from '@/entities/offline/offline-event';
import { changeQueue, readQueue } from '@/entities/offline/queue-store';
import type { Sender } from '@/entities/offline/sender';
import { keptKeys, readKept } from '@/lib/device-store';

async function call(sender: Sender, name: string, args: object): Promise<unknown> {
  const answer = await fetch(`${sender.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: sender.key,
      authorization: `Bearer ${sender.token}`,
      'content-type': 'application/json',
      'x-client-source': sender.source,
    },
    body: JSON.stringify(args),
    // A line that swallows everything must not keep the page from sending.
    signal: AbortSignal.timeout(BATCH_TIMEOUT_MS),
  });
  const text = await answer.text();
  const body: unknown = text ? JSON.parse(text) : null;
  if (answer.ok) return body;
  const { hint, code } = (body ?? {}) as { hint?: string; code?: string };
  throw Object.assign(new Error(`${name}: ${answer.status}`), {
    status: answer.status,
    code: hint ?? code ?? `http_${answer.status}`,
  });
}

function transportOf(sender: Sender): Transport {
  return {
    call: (name, args) => call(sender, name, args),
    syncEvents: (events) => call(sender, 'sync_events', { events_param: events }),
    measureOffset: async () => {
      const sentAt = Date.now();
      const viewer = (await call(sender, 'viewer', {})) as { server_time: string };
      return Date.parse(viewer.server_time) - (sentAt + Date.now()) / 2;
    },
  };
}

async function settle(userId: string, delivery: Delivery): Promise<void> {
  const { done, held, refused } = delivery;
  await storeAnswered(userId, done, Date.now());
  const answered = new Set([...done, ...held].map(({ id }) => id));
  const problems = new Map(refused.map(({ event, problem }) => [event.id, problem]));
  const early = new Set(delivery.early.map(({ id }) => id));
  const marked = (event: OfflineEvent): OfflineEvent => {
    const problem = problems.get(event.id);
    if (problem) return { ...event, problem };
    return early.has(event.id) ? { ...event, early: true } : event;
  };
  await changeQueue(userId, (queue) => queue.filter(({ id }) => !answered.has(id)).map(marked));
}

async function sendQueueOf(sender: Sender): Promise<void> {
  const transport = transportOf(sender);
  for (;;) {
    // What came too early is tried again by the app.
    const queue = (await readQueue(sender.userId)).filter(({ early }) => !early);
    const delivery = await deliverNext(queue, transport);
    if (!delivery) return;
    await settle(sender.userId, delivery);
  }
}

/** For every account that left something to send on this device, while its token is good. */
export async function sendWhatWaits(): Promise<void> {
  const keys = await keptKeys();
  for (const key of keys.filter((each) => /^data:.+:sender$/.test(each))) {
    const sender = await readKept<Sender>(key);
    // A session that ran out is renewed by the app alone; it sends when it is opened.
    if (sender && sender.expiresAt > Date.now()) await sendQueueOf(sender);
  }
}
