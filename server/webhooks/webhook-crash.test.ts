import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeCompany } from '../../supabase/tests/world.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { repeats } from '../../testing/test-length.ts';
import { acceptedInOrder, startWebhookReceiver } from '../../testing/webhook-receiver.ts';
import {
  addWork,
  createWebhook,
  EVENTS_PER_ENTRY,
  unfinishedDeliveries,
  WEBHOOK_HOOKS,
} from '../../testing/webhook-work.ts';
import { generateSealKey } from '../keys/seal-keys.ts';

const SENDER = path.join(import.meta.dirname, '../../testing/webhook-sender.ts');
/** What a killed server took is given out again a minute later: each next one lives so much later. */
const CLAIM_MS = 61_000;
const ENTRIES = repeats(3_334, 30);
const KILLS = repeats(20, 4);

const database = await createTestDatabase();
const { sql, endpoint } = database;
const receiver = await startWebhookReceiver();
const sealKey = generateSealKey();
let sender: ChildProcess | undefined;

afterAll(async () => {
  sender?.kill('SIGKILL');
  receiver.close();
  await database.drop();
});

function startSender(nth: number): ChildProcess {
  const settings = { endpoint, hooks: WEBHOOK_HOOKS, sealKey, aheadMs: nth * CLAIM_MS };
  return spawn(process.execPath, [SENDER, JSON.stringify(settings)], { stdio: 'inherit' });
}

test('a sender that is killed in the middle, again and again, loses nothing and keeps the order', async () => {
  const us = await makeCompany(sql);
  await createWebhook(sql, us, `http://${receiver.host}/killed`);
  await addWork(sql, us, ENTRIES);
  const events = EVENTS_PER_ENTRY * ENTRIES;
  let killAt = 0;
  // At that one nobody is answered any more, so that requests are open when the process dies.
  receiver.plan = () => {
    if (receiver.received.length >= killAt) return 'hang';
    return receiver.received.length % 10 === 9 ? 503 : undefined;
  };
  for (let nth = 0; nth < KILLS; nth++) {
    killAt = receiver.received.length + Math.ceil(events / (KILLS + 2));
    sender = startSender(nth);
    await expect
      .poll(() => receiver.received.length, { interval: 5, timeout: 600_000 })
      .toBeGreaterThan(killAt);
    sender.kill('SIGKILL');
    const [, signal] = await once(sender, 'exit');
    expect(signal).toBe('SIGKILL');
    expect(await unfinishedDeliveries(sql)).toBeGreaterThan(0);
  }
  killAt = Number.POSITIVE_INFINITY;
  sender = startSender(KILLS);
  await expect.poll(() => unfinishedDeliveries(sql), { timeout: 1_700_000 }).toBe(0);
  expect(acceptedInOrder(receiver, '/killed').size).toBe(events);
  const [counted] = await sql`
    select count(distinct event_id)::int as delivered from webhook_deliveries where status = 'delivered'`;
  expect(counted).toEqual({ delivered: events });
  // What was under way when it was killed came again, with the id it had.
  expect(receiver.received.length).toBeGreaterThan(events);
}, 1_800_000);
