import { BATCH_TIMEOUT_MS, deliver, nextBatch } from '@/entities/offline/deliver';
import { readQueue } from '@/entities/offline/queue-store';
import type { Sender } from '@/entities/offline/sender';
import { settleQueue } from '@/entities/offline/settle-queue';
import { readStored, storedKeys } from '@/lib/device-store';
import { companyOfToken } from '@/lib/token-company';

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

async function sendQueueOf(sender: Sender): Promise<void> {
  const company = companyOfToken(sender.token);
  const transport = { call: (name: string, args: object) => call(sender, name, args) };
  const tried = new Set<string>();
  for (;;) {
    // What came too early is tried again by the app, which sends the files as well.
    const queue = (await readQueue(sender.userId, company)).filter(({ early }) => !early);
    const batch = nextBatch('ordered', queue, tried);
    if (batch.length === 0) return;
    for (const { id } of batch) tried.add(id);
    await settleQueue(sender.userId, await deliver(batch, transport));
  }
}

/** For every account that left something to send on this device, while its token is good. */
export async function sendWhatWaits(): Promise<void> {
  const keys = await storedKeys();
  for (const key of keys.filter((each) => /^data:.+:sender$/.test(each))) {
    const sender = await readStored<Sender>(key);
    // A session that ran out is renewed by the app alone; it sends when it is opened.
    if (sender && sender.expiresAt > Date.now()) await sendQueueOf(sender);
  }
}
