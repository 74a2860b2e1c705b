import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Behavior,
  startTextGateway,
  type TextGateway,
  TWILIO_ACCOUNT,
  TWILIO_KEY,
  TWILIO_SECRET,
} from '../../testing/fake-text-gateway.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { repeats } from '../../testing/test-length.ts';
import type { Config } from '../config.ts';
import { createLog } from '../http/log.ts';
import type { Gateway } from './gateway.ts';
import { TextDelivery } from './text-delivery.ts';
import { noteReport } from './text-outbox.ts';
import { createTwilioGateway } from './twilio-gateway.ts';

const TEXTS = repeats(2_000, 300);

let database: TestDatabase;
let fake: TextGateway;
beforeAll(async () => {
  [database, fake] = await Promise.all([createTestDatabase(), startTextGateway()]);
  await database.sql.unsafe(`
    create schema hooks;
    create table hooks.noted (id uuid, status text, error text);
    create function hooks.note(channel_param text, id_param uuid, status_param text, error_param text, details_param jsonb)
      returns void language sql as $$ insert into hooks.noted values (id_param, status_param, error_param) $$;
    create table hooks.budget (segments integer);
    create function hooks.claim(id_param uuid, segments_param integer) returns text language plpgsql as $$
      begin
        update hooks.budget set segments = segments - segments_param where segments >= segments_param;
        return case when not found then 'cap_reached' end;
      end $$;`);
});
afterAll(async () => {
  await fake.close();
  await database.drop();
});
beforeEach(async () => {
  await database.sql.unsafe('truncate sms.outbox, hooks.noted, hooks.budget');
  await database.sql`insert into hooks.budget values (1000000)`;
  (fake.sent as Map<string, number>).clear();
  fake.behave = () => 'send';
});

const twilio = () =>
  createTwilioGateway(
    {
      provider: 'twilio',
      url: fake.url,
      accountSid: TWILIO_ACCOUNT,
      user: TWILIO_KEY,
      password: TWILIO_SECRET,
      messagingServiceSid: undefined,
      authToken: '12345',
      from: '+15005550006',
      maxSegments: 2,
    },
    1_000,
  );

function server(gateway: Gateway | undefined = twilio(), sql = database.sql): TextDelivery {
  const config = {
    supabaseDir: path.join(import.meta.dirname, '..', '..', 'supabase'),
    project: { raw: { notifications: { outcome: 'hooks.note', before_text: 'hooks.claim' } } },
  } as unknown as Config;
  return new TextDelivery({
    sql,
    config,
    log: createLog('silent'),
    gateway,
    siteUrl: () => 'https://time.example.com',
    callbackUrl: (id) => `https://time.example.com/sms/v1/status?id=${id}`,
  });
}

const queue = async (body: string, fields: Record<string, unknown> = {}) => {
  const row = { to_number: '+14155550123', body, ...fields };
  const [text] =
    await database.sql`insert into sms.outbox ${database.sql(row as never)} returning id`;
  return text?.['id'] as string;
};
const rowOf = async (id: string) =>
  (
    await database.sql`select status, error, provider_id, attempts, body, data from sms.outbox where id = ${id}`
  )[0];
const noted = (id: string) =>
  database.sql`select status, error from hooks.noted where id = ${id} order by status desc`;

test('a text goes out once, what it said is erased, and the project knows', async () => {
  const id = await queue('Shift at seven', { data: { secret: 'link' } });
  await server().drain();
  expect(await rowOf(id)).toMatchObject({ status: 'sent', body: null, data: {}, attempts: 1 });
  expect(await noted(id)).toEqual([{ status: 'sent', error: null }]);
  await server().drain();
  expect(fake.sent.get('Shift at seven')).toBe(1);
});

test.each<[Behavior, object]>([
  ['send and answer 500', { status: 'failed', error: 'unknown_outcome' }],
  ['send and hang up', { status: 'failed', error: 'unknown_outcome' }],
  ['send and never answer', { status: 'failed', error: 'unknown_outcome' }],
  [
    { status: 400, code: 21610 },
    { status: 'failed', error: 'stopped' },
  ],
  ['send without id', { status: 'sent', error: null }],
])('after %j nothing is sent again', async (behavior, expected) => {
  fake.behave = () => behavior;
  const id = await queue('Once');
  await server().drain();
  fake.behave = () => 'send';
  await server().drain();
  expect(await rowOf(id)).toMatchObject({ ...expected, body: null });
  expect(await noted(id)).toEqual([expected]);
  expect(fake.sent.get('Once') ?? 0).toBeLessThanOrEqual(1);
});

test('what was surely not sent is tried again', async () => {
  fake.behave = () => 'answer 429';
  const id = await queue('Later');
  await server().drain();
  expect(await rowOf(id)).toMatchObject({ status: 'waiting', attempts: 1, body: 'Later' });
  expect(await noted(id)).toEqual([]);
  fake.behave = () => 'send';
  await database.sql`update sms.outbox set send_after = now()`;
  await server().drain();
  expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2 });
  expect(fake.sent.get('Later')).toBe(1);
});

test('a server that died between claim and answer leaves an unknown outcome, never a second text', async () => {
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
  const silent: Gateway = {
    host: 'x',
    send: () => {
      isAsked();
      return new Promise(() => undefined);
    },
  };
  const id = await queue('Died');
  void server(silent).drain();
  await asked;
  // Committed before the gateway was asked: another server does not take it.
  await server().drain();
  expect(await rowOf(id)).toMatchObject({ status: 'sending' });
  await database.sql`update sms.outbox set claimed_until = now() - interval '1 second'`;
  await server().drain();
  expect(await rowOf(id)).toMatchObject({ status: 'failed', error: 'unknown_outcome' });
  expect(fake.sent.get('Died')).toBeUndefined();
  // The gateway had sent it after all, and says so.
  await noteReport(database.sql, { id, providerId: 'SM1', status: 'delivered', error: null });
  expect(await rowOf(id)).toMatchObject({ status: 'delivered', provider_id: 'SM1' });
});

test('expired, unknown, refused by the project and without a gateway: not sent, with the reason', async () => {
  const late = await queue('Late', { expires_at: new Date(0) });
  const nameless = await queue('', { body: null, template: 'no_such_message' });
  await server().drain();
  expect(await rowOf(late)).toMatchObject({ status: 'failed', error: 'expired' });
  expect(await rowOf(nameless)).toMatchObject({ status: 'failed', error: 'refused' });
  await database.sql`update hooks.budget set segments = 1`;
  const first = await queue('First');
  await server().drain();
  const second = await queue('Second');
  await server().drain();
  expect([await rowOf(first), await rowOf(second)]).toMatchObject([
    { status: 'sent' },
    { status: 'failed', error: 'cap_reached' },
  ]);
  const nowhere = await queue('Nowhere');
  const config = { supabaseDir: '/nowhere', project: { raw: {} } } as unknown as Config;
  await new TextDelivery({
    sql: database.sql,
    config,
    log: createLog('silent'),
    gateway: undefined,
    siteUrl: () => 'https://time.example.com',
    callbackUrl: () => undefined,
  }).drain();
  expect(await rowOf(nowhere)).toMatchObject({ status: 'failed', error: 'no_gateway' });
  expect([...fake.sent.keys()]).toEqual(['First']);
});

test('reports of deliveries may come early, late, twice and in any order', async () => {
  const id = await queue('Reported');
  const report = (status: 'delivered' | 'failed', providerId = 'SM1') =>
    noteReport(database.sql, { id, providerId, status, error: null });
  // Nobody sent it yet: nobody can have delivered it.
  expect(await report('delivered')).toBe(false);
  const early: Gateway = {
    host: 'x',
    async send() {
      await report('delivered');
      return { result: 'sent', providerId: 'SM1' };
    },
  };
  await server(early).drain();
  expect(await rowOf(id)).toMatchObject({ status: 'delivered', provider_id: 'SM1' });
  expect(await report('failed')).toBe(false);
  expect(await report('delivered')).toBe(false);
  expect(await rowOf(id)).toMatchObject({ status: 'delivered', error: null });
  expect(await noted(id)).toEqual([{ status: 'delivered', error: null }]);
  const other = await queue('Other');
  await server().drain();
  expect(
    await noteReport(database.sql, {
      id: other,
      providerId: 'SM-not-this',
      status: 'failed',
      error: null,
    }),
  ).toBe(false);
  expect(await rowOf(other)).toMatchObject({ status: 'sent' });
});

test(`${TEXTS} texts, two senders, every failure: each goes out at most once, none is lost`, async () => {
  const BEHAVIORS: readonly Behavior[] = [
    'send',
    'send',
    'send',
    'send',
    'send without id',
    'send and answer 500',
    'send and hang up',
    { status: 400, code: 21614 },
    'answer 429',
    'send',
  ];
  let calls = 0;
  fake.behave = () => BEHAVIORS[(calls++ * 7) % BEHAVIORS.length] as Behavior;
  await database.sql`
    insert into sms.outbox (to_number, body)
    select '+1415555' || lpad(n::text, 4, '0'), 'Text ' || n from generate_series(1, ${TEXTS}::integer) n`;
  const senders = [server(), server()];
  const left = async () =>
    (
      await database.sql`select count(*)::int as n from sms.outbox where status in ('waiting', 'sending')`
    )[0]?.['n'];
  while ((await left()) > 0) {
    await Promise.all(senders.map((sender) => sender.drain()));
    await database.sql`update sms.outbox set send_after = now() where status = 'waiting'`;
  }
  expect(Math.max(...fake.sent.values())).toBe(1);
  const counts = await database.sql`
    select status, error, count(*)::int as n from sms.outbox group by 1, 2 order by 1, 2`;
  expect(counts.map(({ status, error }) => [status, error])).toEqual([
    ['failed', 'landline'],
    ['failed', 'unknown_outcome'],
    ['sent', null],
  ]);
  const rows =
    await database.sql`select count(distinct id)::int as n, count(*)::int as calls from hooks.noted`;
  expect(rows[0]).toEqual({ n: TEXTS, calls: TEXTS });
}, 60_000);
