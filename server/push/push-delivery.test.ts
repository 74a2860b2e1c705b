import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type PlannedAnswer,
  startPushService,
  type TestPushService,
  type TestSubscription,
} from '../../testing/push-service.ts';
import { Random } from '../../testing/random.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { repeats } from '../../testing/test-length.ts';
import type { Config } from '../config.ts';
import { createLog } from '../http/log.ts';
import { generateKeys, importKeys, type PushKey } from '../keys/keys.ts';
import { FailingServices } from './failing-services.ts';
import { PushClient } from './push-client.ts';
import { PushDelivery } from './push-delivery.ts';
import { Vapid } from './vapid.ts';
import { WayOut } from './way-out.ts';

const SITE = 'https://time.example.com';
const NOTIFICATIONS = repeats(10_000, 1_500);
const LONG = 'Ñandú 🏗️ '.repeat(900);

let database: TestDatabase;
let service: TestPushService;
let pushKey: PushKey;
let folder: string;
const opened: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  ({ pushKey } = await importKeys(await generateKeys()));
  folder = mkdtempSync(path.join(tmpdir(), 'chalkline-push-'));
  mkdirSync(path.join(folder, 'templates'));
  writeFileSync(
    path.join(folder, 'templates/messages.en.json'),
    JSON.stringify({
      shift: { title: 'New shift', body: 'On {{day}}', details: '{{day}} with {{name}}' },
      action_stop: { title: 'Stop now' },
    }),
  );
  await database.sql.unsafe(`
    create table public.outcomes (channel text, id uuid, status text, error text, details jsonb);
    create function public.note(a text, b uuid, c text, d text, e jsonb) returns void language sql as $$
      insert into public.outcomes values (a, b, c, d, e) $$;`);
});
beforeEach(async () => {
  service = await startPushService(pushKey.publicKey);
  opened.push(service);
  await database.sql.unsafe('truncate push.outbox, push.origins, push.way_out, public.outcomes');
});
afterEach(async () => {
  for (const part of opened.splice(0).reverse()) await part.stop();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

interface Options {
  readonly services?: readonly TestPushService[];
  readonly timeLimit?: (endpoint: string) => AbortSignal;
}

function openDelivery({ services = [service], timeLimit }: Options = {}): PushDelivery {
  const { sql } = database;
  const client = new PushClient(
    services.map(({ host }) => host),
    timeLimit,
  );
  const wayOut = new WayOut({ sql, client, services: services.map(({ origin }) => origin) });
  const delivery = new PushDelivery({
    sql,
    config: {
      supabaseDir: folder,
      project: { raw: { notifications: { outcome: 'public.note' } } },
    } as unknown as Config,
    log: createLog('silent'),
    client,
    wayOut,
    vapid: new Vapid(pushKey, 'mailto:office@example.com'),
    siteUrl: () => SITE,
    firstRetrySeconds: 0.01,
  });
  opened.push({
    async stop() {
      await delivery.stop();
      client.close();
    },
  });
  return delivery;
}

async function enqueue(
  { endpoint, p256dh, auth }: TestSubscription,
  options: object = {},
  { template = 'shift', data = { day: 'Monday', name: 'Ana' } as object, language = 'en' } = {},
): Promise<string> {
  const { sql } = database;
  const [row] = await sql`
    select push.enqueue(${endpoint}, ${p256dh}, ${auth}, ${template}, ${language},
      ${sql.json(data)}, ${sql.json(options)}) as id`;
  return row?.['id'];
}

async function rowOf(id: string) {
  const [row] = await database.sql`
    select outcome, split_part(last_error, ':', 1) as code, last_error, attempts,
           send_after > clock_timestamp() as waits
      from push.outbox where id = ${id}`;
  return row;
}

/** Works until nothing waits, also for what is to be tried again. */
async function finishAll(deliveries: readonly PushDelivery[], timeout = 30_000): Promise<void> {
  await expect
    .poll(
      async () => {
        await Promise.all(deliveries.map((delivery) => delivery.drain()));
        const [row] = await database.sql`
          select count(*)::int as count from push.outbox where outcome is null`;
        return row?.['count'];
      },
      { timeout, interval: 20 },
    )
    .toBe(0);
}

test('a push arrives encrypted, signed, and as every browser reads it', async () => {
  const id = await enqueue(service.subscribe(), {
    path: '/shifts?week=1',
    tag: 'shift-7',
    urgency: 'high',
    ttl_seconds: 600,
    actions: ['stop', 'unknown'],
    action_data: { entry: 4 },
  });
  await openDelivery().drain();
  expect(service.violations).toEqual([]);
  const [push] = service.received;
  expect(await push?.open()).toEqual({
    web_push: 8030,
    notification: {
      title: 'New shift',
      body: 'On Monday',
      lang: 'en',
      dir: 'ltr',
      navigate: `${SITE}/shifts?week=1`,
      tag: 'shift-7',
      silent: false,
      data: { id, template: 'shift', path: '/shifts?week=1', action_data: { entry: 4 } },
      actions: [
        { action: 'stop', title: 'Stop now', navigate: `${SITE}/shifts?week=1&action=stop` },
      ],
    },
  });
  expect(push?.headers).toMatchObject({ urgency: 'high', topic: expect.any(String) });
  expect(Number(push?.headers['ttl'])).toBeGreaterThan(500);
  expect(await database.sql`select channel, id, status, error from outcomes`).toEqual([
    { channel: 'push', id, status: 'sent', error: null },
  ]);
});

test('details only for who chose them, and no path of another site', async () => {
  await enqueue(service.subscribe(), { details: true, path: '//evil.example.com' });
  await openDelivery().drain();
  expect(await service.received[0]?.open()).toMatchObject({
    notification: { body: 'Monday with Ana', navigate: `${SITE}/` },
  });
  expect(service.received[0]?.headers['topic']).toBeUndefined();
});

test('a long body is shortened by characters, and once more where the service wants less', async () => {
  const [usual, strict] = [service.subscribe(), service.subscribe()];
  await enqueue(usual, {}, { data: { day: LONG } });
  await enqueue(strict, {}, { data: { day: LONG } });
  const asked = new Set<string>();
  service.answerWith((subscription) => {
    if (!strict.endpoint.endsWith(subscription) || asked.has(subscription)) return 201;
    asked.add(subscription);
    return 413;
  });
  await openDelivery().drain();
  expect(service.violations).toEqual([]);
  const bytes = service.received.map((push) => push.bytes).sort((a, b) => a - b);
  expect(bytes[0]).toBeLessThan(1_200);
  expect(bytes[1]).toBe(4_096);
  for (const push of service.received) {
    const { body } = (await push.open()).notification as { body: string };
    expect(body).toMatch(/(Ñandú|🏗️)…$/);
    expect(`On ${LONG}`.startsWith(body.slice(0, -1))).toBe(true);
  }
});

test.each([
  [404, 'gone', 'gone'],
  [410, 'gone', 'gone'],
  [413, 'failed', 'too_large'],
  [400, 'failed', 'refused'],
  [401, 'failed', 'refused'],
  [403, 'failed', 'refused'],
  // Not followed: it could lead into our own network.
  [307, 'failed', 'refused'],
])('an answer of %i: %s', async (status, outcome, code) => {
  service.answerWith(() => status);
  const id = await enqueue(service.subscribe());
  await openDelivery().drain();
  expect(await rowOf(id)).toMatchObject({ outcome, code, attempts: 1 });
  expect(await database.sql`select status, error from outcomes`).toEqual([
    { status: outcome, error: code },
  ]);
});

test('a service that asks for time gets it, for all its subscriptions, and others go on', async () => {
  const other = await startPushService(pushKey.publicKey);
  opened.push(other);
  service.answerWith(() => ({ status: 429, retryAfter: '600' }));
  const delivery = openDelivery({ services: [service, other] });
  const first = await enqueue(service.subscribe());
  await delivery.drain();
  service.answerWith(undefined);
  const second = await enqueue(service.subscribe());
  const elsewhere = await enqueue(other.subscribe());
  await delivery.drain();
  expect(await rowOf(first)).toMatchObject({ outcome: null, code: 'later', waits: true });
  expect(await rowOf(second)).toMatchObject({ outcome: null, attempts: 0 });
  expect(await rowOf(elsewhere)).toMatchObject({ outcome: 'sent' });

  await database.sql`update push.origins set held_until = now()`;
  await database.sql`update push.outbox set send_after = now() where outcome is null`;
  await delivery.drain();
  expect(await rowOf(first)).toMatchObject({ outcome: 'sent', attempts: 2 });
  expect(await rowOf(second)).toMatchObject({ outcome: 'sent' });
});

test('what cannot be sent in its time is given up, with the last reason', async () => {
  service.answerWith(() => ({ status: 503, retryAfter: '900' }));
  const id = await enqueue(service.subscribe(), { ttl_seconds: 300 });
  await openDelivery().drain();
  expect(await rowOf(id)).toMatchObject({
    outcome: 'failed',
    last_error: 'expired: later: 503 answer 503',
  });
});

test.each<[string, Partial<TestSubscription>, string, string]>([
  ['a private address', { endpoint: 'https://192.168.1.1/push/1' }, 'shift', 'forbidden_endpoint'],
  ['an endpoint that is none', { endpoint: 'https://[' }, 'shift', 'forbidden_endpoint'],
  ['keys that are none', { p256dh: 'AAAA' }, 'shift', 'bad_keys'],
  ['a template that is not there', {}, 'nothing', 'unknown_template'],
])('%s fails at once', async (_name, part, template, code) => {
  const id = await enqueue({ ...service.subscribe(), ...part }, {}, { template });
  await openDelivery().drain();
  expect(await rowOf(id)).toMatchObject({ outcome: 'failed', code, attempts: 1 });
  expect(service.received).toEqual([]);
});

test('a service that does not answer in time is asked again', async () => {
  const asked: string[] = [];
  const limit = new AbortController();
  service.answerWith((subscription) => {
    asked.push(subscription);
    if (asked.length > 1) return 201;
    // It was asked, and its time is up.
    limit.abort();
    return 'hang';
  });
  const id = await enqueue(service.subscribe());
  const timeLimit = () => (limit.signal.aborted ? AbortSignal.timeout(60_000) : limit.signal);
  await finishAll([openDelivery({ timeLimit })]);
  expect(await rowOf(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
  const [origin] = await database.sql`select last_error from push.origins`;
  expect(origin?.['last_error']).toContain('took too long');
});

test('a push whose server died while sending is sent by another one', async () => {
  const [dead, held] = [await enqueue(service.subscribe()), await enqueue(service.subscribe())];
  await database.sql`
    update push.outbox set attempts = 1,
      claimed_until = now() + case id when ${dead} then interval '-1 s' else interval '1 min' end`;
  await openDelivery().drain();
  expect(await rowOf(dead)).toMatchObject({ outcome: 'sent' });
  expect(await rowOf(held)).toMatchObject({ outcome: null });
});

test.each(['anon', 'authenticated', 'service_role'])(
  '%s gets nowhere near the queue',
  async (role) => {
    for (const statement of [
      'select * from push.outbox',
      'select push.is_reachable()',
      `select push.enqueue('https://a.example/1', 'x', 'y', 'shift', 'en')`,
    ]) {
      const attempt = database.sql.begin(async (transaction) => {
        await transaction.unsafe(`set local role ${role}`);
        await transaction.unsafe(statement);
      });
      await expect(attempt).rejects.toThrow('permission denied');
    }
  },
);

test('a service that fails again and again is left alone for longer each time', () => {
  const services = new FailingServices(5);
  const fail = (now: number) => services.noteFailure('https://a.example', now);
  expect([1, 2, 3, 4].map(fail)).toEqual([0, 0, 0, 0]);
  expect([fail(1_000), fail(2_000), fail(6_001), fail(17_000)]).toEqual([5, 0, 10, 20]);
  services.noteAnswer('https://a.example');
  expect(fail(40_000)).toBe(0);
});

test('without a way out it is said, people are reached otherwise, and it heals by itself', async () => {
  const { sql } = database;
  const reachable = async () => (await sql`select push.is_reachable() as is`)[0]?.['is'];
  expect(await reachable()).toBe(true);
  const id = await enqueue(service.subscribe());
  await service.stop();
  await finishAll([openDelivery()]);
  expect(await rowOf(id)).toMatchObject({ outcome: 'failed', code: 'no_way_out', attempts: 3 });
  expect(await reachable()).toBe(false);

  const back = await startPushService(pushKey.publicKey);
  opened.push(back);
  await enqueue(back.subscribe());
  await openDelivery({ services: [back] }).drain();
  expect(await reachable()).toBe(true);
});

test('a sender that loses the database after sending does not send again', async () => {
  const { sql } = database;
  const id = await enqueue(service.subscribe());
  const delivery = openDelivery();
  await sql.unsafe(`
    create function public.break_results() returns trigger language plpgsql as $$
      begin if new.outcome is not null then raise exception 'away'; end if; return new; end $$;
    create trigger break_results before update on push.outbox
      for each row execute function public.break_results();`);
  await delivery.drain();
  expect(await rowOf(id)).toMatchObject({ outcome: null });
  await sql.unsafe('drop trigger break_results on push.outbox; drop function break_results()');
  await sql`update push.outbox set claimed_until = null`;
  await delivery.drain();
  expect(await rowOf(id)).toMatchObject({ outcome: 'sent', attempts: 1 });
  expect(service.received).toHaveLength(1);
});

test(`${NOTIFICATIONS} notifications with every kind of failure: each is sent once or marked`, async () => {
  const { sql } = database;
  const services = [service];
  for (let more = 0; more < 2; more += 1) {
    const another = await startPushService(pushKey.publicKey);
    opened.push(another);
    services.push(another);
  }
  const random = new Random(42);
  /** A time limit ends just when a service does not answer: a busy machine makes no others. */
  const limits = new Map<string, AbortController>();
  const timeLimit = (endpoint: string) => {
    const limit = new AbortController();
    limits.set(endpoint.split('/').at(-1) ?? '', limit);
    return limit.signal;
  };
  /** Devices whose service takes nothing, however short; others once answer so and take a shorter one. */
  const strict = new Set<string>();
  const plan = (subscription: string): PlannedAnswer | undefined => {
    const chance = random.next();
    if (strict.has(subscription)) return 413;
    if (chance < 0.02) return 410;
    if (chance < 0.03) strict.add(subscription);
    if (chance < 0.04) return 413;
    if (chance < 0.07) return 500;
    if (chance < 0.09) return 'reset';
    if (chance < 0.091) return { status: 429, retryAfter: '1' };
    if (chance < 0.101) {
      limits.get(subscription)?.abort();
      return 'hang';
    }
    return undefined;
  };
  for (const one of services) one.answerWith(plan);
  const subscriptions = services.flatMap((one) =>
    Array.from({ length: 700 }, () => one.subscribe()),
  );
  const queued = Array.from({ length: NOTIFICATIONS }, (_, index) => ({
    ...subscriptions[index % subscriptions.length],
    tag: `tag ${index}`,
  }));
  await sql`
    select push.enqueue(s.endpoint, s.p256dh, s.auth, 'shift', 'en', '{"day": "Monday"}',
        jsonb_build_object('tag', s.tag))
      from jsonb_to_recordset(${sql.json(queued)})
        as s (endpoint text, p256dh text, auth text, tag text)`;

  const senders = [1, 2, 3].map(() => openDelivery({ services, timeLimit }));
  await finishAll(senders, 200_000);

  expect(services.flatMap(({ violations }) => violations)).toEqual([]);
  expect(Math.max(...services.map(({ maxAtOnce }) => maxAtOnce))).toBe(1);
  const received = services.flatMap((one) => one.received);
  const topics = received.map(({ headers }) => String(headers['topic']));
  expect(new Set(topics).size).toBe(topics.length);
  const rows = await sql<{ id: string; outcome: string; tag: string }[]>`
    select id, outcome, options ->> 'tag' as tag from push.outbox`;
  expect(rows).toHaveLength(queued.length);
  const sent = new Map(
    rows.filter(({ outcome }) => outcome === 'sent').map((row) => [topicOf(row.tag), row]),
  );
  expect(topics.filter((topic) => !sent.has(topic))).toEqual([]);
  expect(sent.size).toBe(topics.length);
  for (const push of received.filter((_push, index) => index % 20 === 0)) {
    const { tag, data } = (await push.open()).notification;
    expect({ tag, id: data.id }).toEqual({
      tag: sent.get(String(push.headers['topic']))?.tag,
      id: sent.get(String(push.headers['topic']))?.id,
    });
  }
  const [noted] = await sql`
    select count(*)::int as calls, count(distinct id)::int as ids,
           count(*) filter (where o.outcome = n.status)::int as same
      from outcomes n join push.outbox o using (id)`;
  expect(noted).toEqual({
    calls: NOTIFICATIONS,
    ids: NOTIFICATIONS,
    same: NOTIFICATIONS,
  });
  const [kinds] =
    await sql`select array_agg(distinct outcome order by outcome) as outcomes from push.outbox`;
  expect(kinds?.['outcomes']).toEqual(['failed', 'gone', 'sent']);
}, 240_000);

/** As RFC 8030 allows it: 32 characters of base64url. */
function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32);
}
