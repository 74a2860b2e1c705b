import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { addTime, as, type Company, makeCompany } from '../../supabase/tests/world.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { repeats } from '../../testing/test-length.ts';
import { createLog } from '../http/log.ts';
import { WebhookClient } from './webhook-client.ts';
import { WebhookDelivery } from './webhook-delivery.ts';
import { WebhookQueue } from './webhook-queue.ts';

const database = await createTestDatabase();
const { sql } = database;
const HOOKS = {
  claim: { schema: 'private', name: 'claim_webhooks' },
  note: { schema: 'private', name: 'note_webhook_attempt' },
};

interface Received {
  readonly id: string;
  readonly path: string;
  readonly sequence: number;
  readonly entity: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isAccepted: boolean;
}
type Answer = number | 'hang' | 'reset' | 'slow';

let us: Company;
let server: Server;
let host: string;
let received: Received[];
/** What the receiver answers; 200 where it says nothing. */
let plan: (path: string, count: number) => Answer | undefined;
const deliveries: WebhookDelivery[] = [];
const counts = new Map<string, number>();

beforeEach(async () => {
  await sql`delete from webhook_endpoints`;
  us = await makeCompany(sql);
  received = [];
  counts.clear();
  plan = () => undefined;
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const one = read(request, Buffer.concat(chunks).toString());
    const count = (counts.get(one.path + one.id) ?? 0) + 1;
    counts.set(one.path + one.id, count);
    const answer = plan(one.path, count) ?? 200;
    received.push({ ...one, isAccepted: answer === 200 });
    if (answer === 'reset') request.socket.destroy();
    else if (answer !== 'hang') response.writeHead(answer as number).end('thanks');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await Promise.all(deliveries.splice(0).map((delivery) => delivery.stop()));
});
afterAll(() => database.drop());

function read(request: IncomingMessage, body: string): Omit<Received, 'isAccepted'> {
  const { data } = JSON.parse(body);
  const headers = request.headers as Record<string, string>;
  const id = headers['webhook-id'] ?? '';
  return { id, path: request.url ?? '', sequence: data.sequence, entity: data.id, body, headers };
}

function openDelivery({
  retrySeconds = [0.01, 0.01, 0.01, 0.02, 0.02, 0.05, 0.05],
  timeoutMs = 300,
} = {}) {
  const client = new WebhookClient({ allowed: ['127.0.0.0/8'], timeoutMs });
  const queue = new WebhookQueue(sql, HOOKS);
  const delivery = new WebhookDelivery({
    sql,
    log: createLog('silent'),
    queue,
    client,
    retrySeconds,
  });
  deliveries.push(delivery);
  return delivery;
}

async function create(path: string, events = ['time_entry.stopped', 'time_entry.changed']) {
  const [row] = await as(
    sql,
    us.manager,
    (tx) => tx`select create_webhook(${`http://${host}${path}`}, ${events}) as made`,
  );
  return row?.['made'] as { id: string; secret: string };
}

const unfinished = async () =>
  (
    await sql`select count(*)::int as count from webhook_deliveries where status in ('waiting', 'queued')`
  )[0]?.['count'];

async function finishAll(all: readonly WebhookDelivery[]): Promise<void> {
  await expect
    .poll(
      async () => {
        await Promise.all(all.map((delivery) => delivery.drain()));
        return unfinished();
      },
      { timeout: 1_700_000 },
    )
    .toBe(0);
}

const hour = (index: number) => new Date(Date.UTC(2026, 0, 1 + index));

/** Entries with three events each, all at once. */
async function work(entries: number, from = 0): Promise<void> {
  await as(sql, us.employee, async (tx) => {
    await tx`insert into time_entries (employee_id, clock_in, clock_out)
      select ${us.employee.employeeId}, t, t + interval '1 hour'
        from generate_series(1, ${entries}) n, lateral (select ${hour(from)}::timestamptz + n * interval '2 hours') x (t)`;
  });
  for (const note of ['a', 'b']) {
    await as(
      sql,
      us.employee,
      (tx) =>
        tx`update time_entries set notes = ${note} where employee_id = ${us.employee.employeeId}`,
    );
  }
}

function expectInOrder(path: string): void {
  const last = new Map<string, number>();
  for (const one of received.filter((other) => other.path === path && other.isAccepted)) {
    const before = last.get(one.entity) ?? 0;
    expect(one.sequence).toBeGreaterThanOrEqual(before);
    expect(one.sequence).toBeLessThanOrEqual(before + 1);
    last.set(one.entity, one.sequence);
  }
}

test('what arrives is what was stored, signed as receivers check it', async () => {
  const { secret } = await create('/a');
  const entry = await addTime(sql, us.employee, hour(0), new Date(hour(0).getTime() + 3_600_000));
  const delivery = openDelivery();
  await finishAll([delivery]);
  const [one, ...none] = received;
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
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
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
  plan = (path, count) =>
    path === '/failing' && count < 5 ? answers[Math.floor(random() * answers.length)] : undefined;
  const entries = repeats(3_333, 30);
  await work(entries);
  // As a server that was killed: it took some and never said what became of them.
  const lost = await sql`select id from private.claim_webhooks(20, 20)`;
  expect(lost.length).toBeGreaterThan(0);
  await sql`update webhook_deliveries set claimed_until = now() - interval '1 second' where claimed_until is not null`;
  await finishAll([openDelivery(), openDelivery(), openDelivery()]);
  const accepted = (path: string) =>
    new Set(received.filter((one) => one.path === path && one.isAccepted).map(({ id }) => id));
  const given =
    await sql`select e.url, count(distinct d.event_id)::int as count from webhook_deliveries d
    join webhook_endpoints e on e.id = d.endpoint_id where d.status = 'delivered' group by 1 order by 1`;
  expect(given.map(({ count }) => count)).toEqual([3 * entries, 3 * entries]);
  expect(accepted('/failing').size).toBe(3 * entries);
  expect(accepted('/fine').size).toBe(3 * entries);
  expectInOrder('/failing');
  expectInOrder('/fine');
  const numbers =
    await sql`select min(sequence)::int as first, max(sequence)::int as last, count(*)::int as count
    from webhook_events where company_id = ${us.id}`;
  expect(numbers).toEqual([{ first: 1, last: 3 * entries, count: 3 * entries }]);
}, 1_800_000);

test('an endpoint that hangs holds up no other', async () => {
  await create('/hangs');
  plan = (path) => (path === '/hangs' ? 'hang' : undefined);
  await work(40);
  const delivery = openDelivery({ timeoutMs: 60_000, retrySeconds: [3600] });
  void delivery.drain();
  await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThan(0);
  await create('/prompt');
  await addTime(sql, us.employee, hour(200), new Date(hour(200).getTime() + 3_600_000));
  void delivery.drain();
  await expect
    .poll(() => received.some(({ path }) => path === '/prompt'), { timeout: 20_000 })
    .toBe(true);
  // At most eight at a time of one endpoint.
  expect(received.filter(({ path }) => path === '/hangs').length).toBeLessThanOrEqual(8);
  server.closeAllConnections();
});

test('410 turns an endpoint off; its answer and the reason are stored', async () => {
  const { id } = await create('/gone');
  plan = () => 410;
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
      'forbidden: 10.0.0.5 is at a private address; WEBHOOK_ALLOW of the installation does not name it',
  });
});
