import { describe, expect, test } from 'vitest';
import { sharedApi, signedIn } from './auth-support.ts';

const LIMIT_BYTES = 64 * 1024;
const LARGE = LIMIT_BYTES + 1;
const spaces = '+'.repeat(2_000);

function post(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const { url, anonKey } = sharedApi();
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json', ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
}

/** Of a size that nobody announced. */
function stream(bytes: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(JSON.stringify({ text: 'x'.repeat(bytes) })));
      controller.close();
    },
  });
}

const soap = (call: string) =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${call}</soap:Body></soap:Envelope>`;

describe('of a caller nobody knows', () => {
  test.each([
    ['a function', '/rest/v1/rpc/site_sign_in', 'application/json'],
    ['rows', '/rest/v1/projects', 'application/json'],
    ['rows as CSV', '/rest/v1/projects', 'text/csv'],
    ['a sign-up', '/auth/v1/signup', 'application/json'],
    ['a broadcast', '/realtime/v1/api/broadcast', 'application/json'],
    ['a message of the Web Connector', '/quickbooks/desktop', 'text/xml'],
  ])('%s: a body beyond 64 KB is refused, announced or not', async (_what, path, type) => {
    const headers = { 'content-type': type };
    const announced = await post(path, 'x'.repeat(LARGE), headers);
    expect(announced.status).toBe(413);
    expect((await post(path, stream(LARGE), headers)).status).toBe(413);
    expect((await post(path, 'x', headers)).status).not.toBe(413);
  });

  test('a list of files as well', async () => {
    const ask = async (body: BodyInit) =>
      (await post('/storage/v1/object/list/avatars', body)).json();
    expect(await ask('x'.repeat(LARGE))).toMatchObject({ statusCode: '413' });
    expect(await ask(stream(LARGE))).toMatchObject({ statusCode: '413' });
    expect(await ask('x')).toMatchObject({ statusCode: '400' });
  });

  test.each([
    ['GET', `/Users?filter=${spaces}x`],
    ['POST', '/Users'],
    ['PATCH', '/Users/00000000-0000-0000-0000-000000000000'],
    ['PUT', '/Users/00000000-0000-0000-0000-000000000000'],
  ])('SCIM reads nothing of a %s before the token is known', async (method, path) => {
    const { url } = sharedApi();
    const answer = await fetch(`${url}/scim/v2${path}`, {
      method,
      headers: { authorization: 'Bearer x', 'content-type': 'application/scim+json' },
      ...(method === 'GET' ? {} : { body: 'no JSON'.repeat(20_000) }),
    });
    expect(answer.status).toBe(401);
  });

  test('a ticket that was never given out opens no larger message', async () => {
    const call = `<receiveResponseXML xmlns="http://developer.intuit.com/"><ticket>${crypto.randomUUID()}</ticket><response>${'&#65;'.repeat(20_000)}</response></receiveResponseXML>`;
    const answer = await post('/quickbooks/desktop', soap(call), { 'content-type': 'text/xml' });
    expect(answer.status).toBe(413);
  });
});

test('somebody signed in may send more', async () => {
  const { session } = await signedIn();
  const authorization = `Bearer ${session?.access_token}`;
  const answer = await post('/rest/v1/projects', JSON.stringify({ name: 'x'.repeat(LARGE) }), {
    authorization,
  });
  expect(answer.status).not.toBe(413);
  const streamed = await post('/rest/v1/projects', stream(LARGE), { authorization });
  expect(streamed.status).not.toBe(413);
});

test('an account that anybody makes with one request sends as much as a tablet stored, and no more', async () => {
  const made = await post('/auth/v1/signup', '{}');
  const { access_token } = (await made.json()) as { access_token: string };
  const send = async (body: BodyInit) =>
    (await post('/rest/v1/projects', body, { authorization: `Bearer ${access_token}` })).status;
  const name = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes) });
  expect(await send(name(3 * LARGE))).not.toBe(413);
  expect(await send(stream(3 * LARGE))).not.toBe(413);
  expect(await send(name(4 * LARGE))).toBe(413);
  expect(await send(stream(4 * LARGE))).toBe(413);
});

const nested = '['.repeat(30_000) + ']'.repeat(30_000);

test.each([
  ['/rest/v1/rpc/site_sign_in', `{"token_param":"x","visit_param":${nested}}`],
  ['/rest/v1/projects', `{"name":${nested}}`],
  ['/auth/v1/signup', `{"email":"deep@example.test","password":"a long secret","data":${nested}}`],
  [
    '/auth/v1/signup',
    `{"email":"deep@example.test","password":"a long secret","data":{"x":${nested}}}`,
  ],
  ['/auth/v1/token?grant_type=password', nested],
  ['/auth/v1/verify', `{"token":${nested}}`],
  ['/realtime/v1/api/broadcast', `{"messages":[{"topic":"x","event":"x","payload":${nested}}]}`],
  ['/realtime/v1/api/broadcast', nested],
  ['/storage/v1/object/list/avatars', `{"prefix":${nested}}`],
  ['/storage/v1/object/sign/avatars', nested],
  ['/accounting/v1/connections/00000000-0000-0000-0000-000000000000/sign-in', nested],
  ['/system/v1/test-mail', nested],
])('JSON 30,000 levels deep to %s is a plain refusal', async (path, body) => {
  expect((await post(path, body)).status).toBeLessThan(500);
});
