import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test } from 'vitest';
import type { Queryable } from '../database/sql/sql.ts';
import { askHook } from './hooks.ts';
import { callHttpHook } from './http-hook.ts';

const SECRETS = [
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
];
const EVENT = { user: { email: 'ana@example.com' } };
const QUICK = { timeoutMs: 2_000, pauseMs: 1 };

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

type Answer = (response: ServerResponse, attempt: number) => void;

async function receiver(answer: Answer) {
  const received: { headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    answer(response, received.length);
  });
  opened.push({ close: () => server.closeAllConnections() ?? server.close() });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { hook: { url: `http://127.0.0.1:${port}/hook`, secrets: SECRETS }, received };
}

const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body));

test('the event is signed for each secret, as Standard Webhooks verifies it', async () => {
  const { hook, received } = await receiver(json(200, { claims: { a: 1 } }));
  expect(await callHttpHook(hook, EVENT, QUICK)).toEqual({ claims: { a: 1 } });
  const [request] = received;
  for (const secret of SECRETS) {
    const headers = request?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(request?.body ?? '', headers)).toEqual(EVENT);
  }
});

test('an answer without content is no objection; one with an error refuses in its words', async () => {
  const empty = await receiver((response) => response.writeHead(204).end());
  expect(await callHttpHook(empty.hook, EVENT, QUICK)).toEqual({});
  const refusing = await receiver(
    json(200, { error: { http_code: 403, message: 'Not from here.' } }),
  );
  await expect(
    askHook(refusing.hook, undefined as unknown as Queryable, EVENT),
  ).rejects.toMatchObject({ status: 403, message: 'Not from here.' });
});

test('who is busy and says when to come again is asked again, three times in all', async () => {
  const busy = (response: ServerResponse) =>
    response.writeHead(503, { 'retry-after': 'true' }).end();
  const once = await receiver((response, attempt) =>
    attempt === 1 ? busy(response) : json(200, {})(response, attempt),
  );
  expect(await callHttpHook(once.hook, EVENT, QUICK)).toEqual({});
  const ids = once.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(2);
  const always = await receiver(busy);
  await expect(callHttpHook(always.hook, EVENT, QUICK)).rejects.toMatchObject({
    status: 500,
    message: 'Service currently unavailable due to hook',
  });
  expect(always.received).toHaveLength(3);
});

test.each<[string, Answer, object]>([
  ['400', json(400, {}), { status: 500, message: 'Invalid payload sent to hook' }],
  ['401', json(401, {}), { status: 500, message: 'Hook requires authorization token' }],
  ['500', json(500, {}), { status: 500, code: 'unexpected_failure' }],
  [
    'a page',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    { status: 400, code: 'hook_payload_invalid_content_type' },
  ],
  [
    'no type',
    (response) => response.writeHead(200).end('{}'),
    { status: 400, code: 'hook_payload_invalid_content_type' },
  ],
  ['too much', json(200, 'x'.repeat(300_000)), { code: 'hook_payload_over_size_limit' }],
  [
    'no JSON',
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
    { status: 500 },
  ],
  [
    'a way elsewhere',
    (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
    { status: 422, code: 'hook_timeout_after_retry' },
  ],
])('%s refuses', async (_, answer, refusal) => {
  const { hook } = await receiver(answer);
  await expect(callHttpHook(hook, EVENT, QUICK)).rejects.toMatchObject(refusal);
});

test('who does not answer in time, or is not there, holds nobody up', async () => {
  const silent = await receiver(() => undefined);
  await expect(
    callHttpHook(silent.hook, EVENT, { timeoutMs: 50, pauseMs: 1 }),
  ).rejects.toMatchObject({ status: 422, code: 'hook_timeout' });
  const gone = { url: 'http://127.0.0.1:9/', secrets: SECRETS };
  await expect(callHttpHook(gone, EVENT, QUICK)).rejects.toMatchObject({
    status: 422,
    code: 'hook_timeout_after_retry',
  });
});
