import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { addTime, as, type Company, makeCompany } from '../../supabase/tests/world.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { repeats } from '../../testing/test-length.ts';
import {
  type Answer,
  acceptedInOrder,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../testing/webhook-receiver.ts';
import {
  addWork,
  createWebhook,
  EVENTS_PER_ENTRY,
  unfinishedDeliveries,
  WEBHOOK_HOOKS,
} from '../../testing/webhook-work.ts';
import { createLog } from '../http/log.ts';
import { generateSealKey, importSealKeys } from '../keys/seal-keys.ts';
import { WebhookClient } from './webhook-client.ts';
import { WebhookDelivery } from './webhook-delivery.ts';
import { WebhookQueue } from './webhook-queue.ts';
import { WebhookSecrets } from './webhook-secrets.ts';

const database = await createTestDatabase();
const { sql } = database;
const log = createLog('silent');
const keys = { sealKeys: importSealKeys([generateSealKey()]) };
const openSecrets = () => new WebhookSecrets({ sql, log, keys, hooks: WEBHOOK_HOOKS });
const secrets = openSecrets();

let us: Company;
let receiver: WebhookReceiver;
const deliveries: WebhookDelivery[] = [];

beforeEach(async () => {
  await sql`delete from webhook_endpoints`;
  us = await makeCompany(sql);
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  receiver.close();
  await Promise.all(deliveries.splice(0).map((delivery) => delivery.stop()));
});
afterAll(() => database.drop());

function openDelivery({
  retrySeconds = [0.01, 0.01, 0.01, 0.02, 0.02, 0.05, 0.05],
  timeoutMs = 60_000,
  opens = secrets,
} = {}) {
  const client = new WebhookClient({ allowed: ['127.0.0.0/8'], timeoutMs });
  const queue = new WebhookQueue(sql, WEBHOOK_HOOKS);
  const delivery = new WebhookDelivery({
    sql,
    log,
    queue,
    client,
    secrets: opens,
    retrySeconds,
  });
  deliveries.push(delivery);
  return delivery;
}

const create = (path: string) => createWebhook(sql, us, `http://${receiver.host}${path}`);

async function finishAll(all: readonly WebhookDelivery[]): Promise<void> {
  await expect
    .poll(
      async () => {
        await Promise.all(all.map((delivery) => delivery.drain()));
        return unfinishedDeliveries(sql);
      },
      { timeout: 1_700_000 },
    )
    .toBe(0);
}

const hour = (index: number) => new Date(Date.UTC(2026, 0, 1 + index));

test('what arrives is what was stored, signed as receivers check it', async () => {
  const { secret } = await create('/a');
  const entry = await addTime(sql, us.employee, hour(0), new Date(hour(0).getTime() + 3_600_000));
  const delivery = openDelivery();
  await finishAll([delivery]);
  const [one, ...none] = receiver.received;
  expect(none).toEqual([]);
  expect(new Webhook(secret).verify(one?.body ?? '', one?.headers ?? {})).toMatchObject({
    type: 'time_entry.stopped',
    data: { id: entry, sequence: 1, version: 1, employee_id: us.employee.employeeId },
  });
  const [row] = await sql`select status, response_code, response, attempt from webhook_deliveries`;
  expect(row).toEqual({ status: 'delivered', response_code: 200, response: 'thanks', attempt: 1 });
});

test('a server that is woken delivers by itself', async () => {
  await create('/woken');
  const delivery = openDelivery();
  await delivery.start();
  await addTime(sql, us.employee, hour(0), new Date(hour(0).getTime() + 3_600_000));
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1);
});

test('every event arrives in order per entry, whatever fails, with three servers one of which dies', async () => {
  await create('/failing');
  await create('/fine');
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const answers: readonly (Answer | undefined)[] = [
    500,
    'reset',
    'hang',
    404,
    302,
    undefined,
    undefined,
    undefined,
  ];
  receiver.plan = (path, count) =>
    path === '/failing' && count < 5 ? answers[Math.floor(random() * answers.length)] : undefined;
  const entries = repeats(3_333, 30);
  await addWork(sql, us, entries);
  // As a server that was killed: it took some and never said what became of them.
  const lost = await sql`select id from private.claim_webhooks(20, 20)`;
  expect(lost.length).toBeGreaterThan(0);
  await sql`update webhook_deliveries set claimed_until = now() - interval '1 second' where claimed_until is not null`;
  // Short, as some of what is sent is never answered.
  await finishAll(Array.from({ length: 3 }, () => openDelivery({ timeoutMs: 300 })));
  const given =
    await sql`select e.url, count(distinct d.event_id)::int as count from webhook_deliveries d
    join webhook_endpoints e on e.id = d.endpoint_id where d.status = 'delivered' group by 1 order by 1`;
  const events = EVENTS_PER_ENTRY * entries;
  expect(given.map(({ count }) => count)).toEqual([events, events]);
  expect(acceptedInOrder(receiver, '/failing').size).toBe(events);
  expect(acceptedInOrder(receiver, '/fine').size).toBe(events);
  const numbers =
    await sql`select min(sequence)::int as first, max(sequence)::int as last, count(*)::int as count
    from webhook_events where company_id = ${us.id}`;
  expect(numbers).toEqual([{ first: 1, last: events, count: events }]);
}, 1_800_000);

test('an endpoint that hangs holds up no other', async () => {
  await create('/hangs');
  receiver.plan = (path) => (path === '/hangs' ? 'hang' : undefined);
  await addWork(sql, us, 40);
  const delivery = openDelivery({ retrySeconds: [3600] });
  void delivery.drain();
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(0);
  await create('/prompt');
  await addTime(sql, us.employee, hour(200), new Date(hour(200).getTime() + 3_600_000));
  void delivery.drain();
  await expect
    .poll(() => receiver.received.some(({ path }) => path === '/prompt'), { timeout: 20_000 })
    .toBe(true);
  // At most eight at a time of one endpoint.
  expect(receiver.received.filter(({ path }) => path === '/hangs').length).toBeLessThanOrEqual(8);
});

test('410 turns an endpoint off; its answer and the reason are stored', async () => {
  const { id } = await create('/gone');
  receiver.plan = () => 410;
  await addTime(sql, us.employee, hour(0), new Date(hour(0).getTime() + 3_600_000));
  await openDelivery().drain();
  const [endpoint] = await sql`select active, off_reason from webhook_endpoints where id = ${id}`;
  expect(endpoint).toEqual({ active: false, off_reason: 'gone' });
  const rows =
    await sql`select status, response_code, error from webhook_deliveries order by attempt`;
  expect(rows).toMatchObject([
    { status: 'failed', response_code: 410, error: 'status: 410' },
    { status: 'waiting' },
  ]);
});

test('an address inside our network is refused with a reason that says what to do', async () => {
  const [row] = await as(
    sql,
    us.manager,
    (tx) => tx`select create_webhook('https://10.0.0.5/', '{time_entry.stopped}') as made`,
  );
  await as(sql, us.manager, (tx) => tx`select send_test_webhook(${row?.['made'].id})`);
  await openDelivery().drain();
  const [delivery] =
    await sql`select status, error, response_code from webhook_deliveries where kind = 'test'`;
  expect(delivery).toEqual({
    status: 'failed',
    response_code: null,
    error:
      'forbidden: 10.0.0.5 has no public address; WEBHOOK_ALLOW of the installation does not name it',
  });
});

test('secrets are sealed once the server sees them, those of earlier versions too, and two sign', async () => {
  const { id, secret } = await create('/sealed');
  const [changed] = await as(
    sql,
    us.manager,
    (tx) => tx`select change_webhook_secret(${id}) as made`,
  );
  await addWork(sql, us, 1);
  const running = openSecrets();
  await running.start();
  await expect
    .poll(() => sql`select secret, sealed like 'sealed1.%' as sealed from private.webhook_secrets`)
    .toEqual([
      { secret: null, sealed: true },
      { secret: null, sealed: true },
    ]);
  // One that is made while the server runs.
  const { secret: later } = await create('/later');
  await expect
    .poll(() => sql`select count(*)::int from private.webhook_secrets where secret is not null`)
    .toEqual([{ count: 0 }]);
  await running.stop();
  await finishAll([openDelivery()]);
  const [first] = receiver.received.filter(({ path }) => path === '/sealed');
  for (const valid of [secret, changed?.['made'].secret]) {
    new Webhook(valid).verify(first?.body ?? '', first?.headers ?? {});
  }
  expect(() => new Webhook(later).verify(first?.body ?? '', first?.headers ?? {})).toThrow();
});

test('rows that came without the keys of their installation send nothing, and say what to do', async () => {
  const { id } = await create('/elsewhere');
  await secrets.drain();
  const other = { sealKeys: importSealKeys([generateSealKey()]) };
  const elsewhere = new WebhookSecrets({ sql, log, keys: other, hooks: WEBHOOK_HOOKS });
  await addWork(sql, us, 1);
  await openDelivery({ opens: elsewhere, retrySeconds: [3600] }).drain();
  expect(receiver.received).toEqual([]);
  const [row] = await sql`select status, error from webhook_deliveries where status = 'failed'`;
  expect(row).toEqual({
    status: 'failed',
    error: 'secret: it was sealed by another installation; change the secret of this webhook',
  });
  await as(sql, us.manager, (tx) => tx`select change_webhook_secret(${id})`);
  await elsewhere.drain();
  await sql`update webhook_deliveries set send_after = now() where status = 'waiting'`;
  await openDelivery({ opens: elsewhere }).drain();
  expect(receiver.received.length).toBeGreaterThan(0);
});
