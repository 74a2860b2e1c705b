import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Config } from '../config.ts';
import { registerErrorHandler } from '../http/error-handler.ts';
import { createLog } from '../http/log.ts';
import { callbackRoutes } from './callback-routes.ts';
import { callbackUrlOf } from './callbacks.ts';
import type { SmsConfig } from './sms-settings.ts';
import { twilioSignature } from './twilio-signature.ts';

const SITE = 'https://time.example.com';
const SECRET = 'a-secret-of-the-callbacks-0001';
const twilio = { provider: 'twilio', authToken: '12345', maxSegments: 2 } as SmsConfig;
const generic = { provider: 'http', callbackSecret: SECRET, maxSegments: 2 } as SmsConfig;
const log = createLog('silent');

let database: TestDatabase;
const apps = new Map<SmsConfig, FastifyInstance>();
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(`
    create schema hooks;
    create table hooks.received (number text, body text);
    create function hooks.reply(from_param text, body_param text) returns jsonb language sql as $$
      insert into hooks.received values (from_param, body_param);
      select case when body_param = 'HELP' then
        '{"template": "text_answer_help", "language": "es", "data": {"company_name": "Acme & Sons"}}'::jsonb end $$;`);
  for (const sms of [twilio, generic]) {
    const app = Fastify();
    registerErrorHandler(app, log);
    const config = {
      sms,
      supabaseDir: path.join(import.meta.dirname, '..', '..', 'supabase'),
      project: { raw: { notifications: { reply: 'hooks.reply' } } },
    } as unknown as Config & { sms: SmsConfig };
    const context = { config, sql: database.sql, log, siteUrl: () => SITE, wake: () => undefined };
    await app.register(callbackRoutes, { ...context, prefix: '/sms/v1' });
    apps.set(sms, app);
  }
});
afterAll(async () => {
  for (const app of apps.values()) await app.close();
  await database.drop();
});
beforeEach(() =>
  database.sql.unsafe('truncate sms.outbox, sms.inbox, hooks.received, auth.rate_limits'),
);

function post(
  sms: SmsConfig,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const payload = new URLSearchParams(fields);
  const signature = twilioSignature('12345', SITE + url, payload);
  return (apps.get(sms) as FastifyInstance).inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature,
      ...headers,
    },
    payload: payload.toString(),
  });
}

const sentText = async (providerId: string | null = 'SM1') => {
  const [row] = await database.sql`insert into sms.outbox (to_number, status, provider_id)
    values ('+14155550123', 'sent', ${providerId}) returning id`;
  return row?.['id'] as string;
};
const statusOf = async (id: string) =>
  (await database.sql`select status, error from sms.outbox where id = ${id}`)[0];

test("Twilio's reports move a text, however often they come; a wrong signature moves nothing", async () => {
  const id = await sentText();
  const url = `/sms/v1/status?id=${id}`;
  const wrong = { 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' };
  const delivered = { MessageSid: 'SM1', MessageStatus: 'delivered' };
  for (const headers of [wrong, { 'x-twilio-signature': '' }]) {
    expect((await post(twilio, url, delivered, headers)).statusCode).toBe(403);
  }
  expect(await statusOf(id)).toEqual({ status: 'sent', error: null });
  for (const status of ['sent', 'delivered', 'delivered', 'sent', 'failed']) {
    const answer = await post(twilio, url, { ...delivered, MessageStatus: status });
    expect(answer.statusCode).toBe(204);
  }
  expect(await statusOf(id)).toEqual({ status: 'delivered', error: null });
  const landline = await sentText('SM2');
  const fields = { MessageSid: 'SM2', MessageStatus: 'undelivered', ErrorCode: '30006' };
  await post(twilio, `/sms/v1/status?id=${landline}`, fields);
  expect(await statusOf(landline)).toEqual({ status: 'failed', error: 'landline' });
});

test('whoever guesses signatures is soon not heard any more', async () => {
  const wrong = { 'x-twilio-signature': 'x' };
  const codes: number[] = [];
  for (let n = 0; n < 35; n++) {
    codes.push((await post(twilio, '/sms/v1/status', {}, wrong)).statusCode);
  }
  expect(codes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 403));
  expect(codes.at(-1)).toBe(429);
});

test('a text that comes in is answered once, in XML, and not where Twilio has answered', async () => {
  const help = { MessageSid: 'SM9', From: '+14155550123', To: '+15005550006', Body: 'HELP' };
  const first = await post(twilio, '/sms/v1/inbound', help);
  expect(first.headers['content-type']).toContain('text/xml');
  expect(first.body).toContain('<Message>Acme &amp; Sons: mensajes de Chalkline');
  const empty = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';
  expect((await post(twilio, '/sms/v1/inbound', help)).body).toBe(empty);
  const answered = { ...help, MessageSid: 'SM10', OptOutType: 'HELP' };
  expect((await post(twilio, '/sms/v1/inbound', answered)).body).toBe(empty);
  const stop = { ...help, MessageSid: 'SM11', Body: 'STOP' };
  await post(twilio, '/sms/v1/inbound', stop, { 'x-twilio-signature': 'x' });
  expect((await post(twilio, '/sms/v1/inbound', stop)).body).toBe(empty);
  expect(await database.sql`select body from hooks.received`).toEqual([
    { body: 'HELP' },
    { body: 'HELP' },
    { body: 'STOP' },
  ]);
});

test('two machines that answer each other stop after a few', async () => {
  const bodies: string[] = [];
  for (let n = 0; n < 7; n++) {
    const fields = { MessageSid: `SM${n}`, From: '+14155550123', Body: 'HELP' };
    bodies.push((await post(twilio, '/sms/v1/inbound', fields)).body);
  }
  expect(bodies.filter((body) => body.includes('<Message>'))).toHaveLength(5);
});

test('a signature of the address alone says nothing about JSON', async () => {
  const url = '/sms/v1/inbound';
  const answer = await (apps.get(twilio) as FastifyInstance).inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'x-twilio-signature': twilioSignature('12345', SITE + url, new URLSearchParams()),
    },
    payload: '{"From":"+14155550123","Body":"STOP","MessageSid":"SM1"}',
  });
  expect(answer.statusCode).toBe(403);
  expect(await database.sql`select body from hooks.received`).toEqual([]);
});

test('what is signed for one address or with other fields moves nothing at another', async () => {
  const [id, other] = [await sentText('SM1'), await sentText('SM2')];
  const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' };
  const signedFor = (url: string, signed: Record<string, string>) => ({
    'x-twilio-signature': twilioSignature('12345', SITE + url, new URLSearchParams(signed)),
  });
  const url = `/sms/v1/status?id=${id}`;
  const forged: [string, Record<string, string>, Record<string, string>][] = [
    [`/sms/v1/status?id=${other}`, fields, signedFor(url, fields)],
    [url, { ...fields, MessageStatus: 'failed' }, signedFor(url, fields)],
    ['/sms/v1/inbound', { From: '+14155550123', Body: 'STOP' }, signedFor(url, fields)],
    [
      url,
      fields,
      { 'x-twilio-signature': signedFor(url, fields)['x-twilio-signature'].slice(0, -2) },
    ],
    [url, fields, { authorization: 'Bearer 12345', 'x-twilio-signature': '' }],
  ];
  for (const [address, sent, headers] of forged) {
    expect((await post(twilio, address, sent, headers)).statusCode).toBe(403);
  }
  expect([await statusOf(id), await statusOf(other)]).toMatchObject([
    { status: 'sent' },
    { status: 'sent' },
  ]);
  expect(await database.sql`select body from hooks.received`).toEqual([]);
});

test('the token of a status brings no texts', async () => {
  const id = await sentText(null);
  const address = callbackUrlOf(generic, () => SITE)(id)?.slice(SITE.length) ?? '';
  const inbound = address.replace('/status', '/inbound');
  const text = { from: '14155550123', text: 'STOP', id: 'in-9' };
  expect((await post(generic, inbound, text)).statusCode).toBe(403);
  expect(await database.sql`select body from hooks.received`).toEqual([]);
});

test('other gateways bring a secret, or the token of the one text', async () => {
  const id = await sentText(null);
  const address = callbackUrlOf(generic, () => SITE)(id)?.slice(SITE.length) ?? '';
  const other = await sentText(null);
  const fields = { status: 'DELIVRD' };
  const elsewhere = address.replace(id, other);
  expect((await post(generic, elsewhere, fields)).statusCode).toBe(403);
  expect((await post(generic, `/sms/v1/status?id=${id}`, fields)).statusCode).toBe(403);
  expect((await post(generic, address, fields)).statusCode).toBe(204);
  expect([await statusOf(id), await statusOf(other)]).toMatchObject([
    { status: 'delivered' },
    { status: 'sent' },
  ]);
  const json = await (apps.get(generic) as FastifyInstance).inject({
    method: 'POST',
    url: '/sms/v1/inbound',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
    payload: '{"from":"14155550123","text":"HELP","id":"in-1"}',
  });
  expect(json.statusCode).toBe(204);
  const queued =
    await database.sql`select to_number, body from sms.outbox where status = 'waiting'`;
  expect(queued).toMatchObject([{ to_number: '+14155550123' }]);
  expect(queued[0]?.['body']).toContain('Acme & Sons');
});

test.each([
  ['application/json', '{broken', 400],
  ['application/json', '[]', 204],
  ['text/plain', 'x', 204],
  ['application/x-www-form-urlencoded', `Body=${'x'.repeat(70_000)}`, 413],
])('a body of %s that makes no sense is answered with %s…', async (type, payload, expected) => {
  const answer = await (apps.get(generic) as FastifyInstance).inject({
    method: 'POST',
    url: `/sms/v1/inbound?token=${SECRET}`,
    headers: { 'content-type': type },
    payload,
  });
  expect(answer.statusCode).toBe(expected);
});
