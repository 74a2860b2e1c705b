import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import {
  startTextGateway,
  TWILIO_ACCOUNT,
  TWILIO_KEY,
  TWILIO_SECRET,
} from '../../testing/fake-text-gateway.ts';
import { createHttpGateway } from './http-gateway.ts';
import type { HttpSmsConfig } from './sms-settings.ts';
import { createTwilioGateway } from './twilio-gateway.ts';
import { isSignedByTwilio, twilioSignature } from './twilio-signature.ts';

const text = {
  id: '0198a000-0000-7000-8000-000000000001',
  to: '+14155550123',
  body: 'Line "one"\n& ñ = 100%',
  callbackUrl: 'https://time.example.com/sms/v1/status?id=1&token=x',
};
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

test("Twilio's own example of a signature holds, with and without the port", () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const fields = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  });
  const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';
  expect(twilioSignature('12345', url, fields)).toBe(signature);
  expect(isSignedByTwilio('12345', url, fields, signature)).toBe(true);
  const withPort = url.replace('.com/', '.com:443/');
  expect(isSignedByTwilio('12345', withPort, fields, signature)).toBe(true);
  const signedWithPort = twilioSignature('12345', withPort, fields);
  expect(isSignedByTwilio('12345', url, fields, signedWithPort)).toBe(true);
  expect(isSignedByTwilio('12346', url, fields, signature)).toBe(false);
  expect(isSignedByTwilio('12345', url.replace('foo=1', 'foo=2'), fields, signature)).toBe(false);
  fields.set('Digits', '1235');
  expect(isSignedByTwilio('12345', url, fields, signature)).toBe(false);
});

async function twilio(timeoutMs = 2_000) {
  const fake = await startTextGateway();
  closers.push(fake.close);
  const gateway = createTwilioGateway(
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
    timeoutMs,
  );
  return { fake, gateway };
}

test('Twilio gets the fields it documents, and its answers are understood', async () => {
  const { fake, gateway } = await twilio(300);
  expect(await gateway.send(text)).toEqual({
    result: 'sent',
    providerId: `SM${'1'.padStart(32, '0')}`,
  });
  expect(Object.fromEntries(fake.requests[0] ?? [])).toEqual({
    To: text.to,
    From: '+15005550006',
    Body: text.body,
    StatusCallback: text.callbackUrl,
  });
  const results = [
    ['send without id', { result: 'sent', providerId: undefined }],
    ['send and answer 500', { result: 'unknown' }],
    ['send and hang up', { result: 'unknown' }],
    ['send and never answer', { result: 'unknown' }],
    ['answer 429', { result: 'retry' }],
    [
      { status: 400, code: 21610 },
      { result: 'refused', error: 'stopped' },
    ],
    [
      { status: 400, code: 21614 },
      { result: 'refused', error: 'landline' },
    ],
    [
      { status: 400, code: 21211 },
      { result: 'refused', error: 'invalid_number' },
    ],
    [
      { status: 400, code: 21408 },
      { result: 'refused', error: 'refused' },
    ],
    [{ status: 401, code: 20003 }, { result: 'retry' }],
  ] as const;
  for (const [behavior, result] of results) {
    fake.behave = () => behavior;
    expect(await gateway.send(text)).toMatchObject(result);
  }
  await fake.close();
  // Nobody listens: nothing was sent.
  expect(await gateway.send(text)).toMatchObject({ result: 'retry' });
});

interface Received {
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

async function anyGateway(settings: Partial<HttpSmsConfig>, status: number, answer: string) {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ url: request.url, headers: request.headers, body });
      response.writeHead(status).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway = createHttpGateway({
    provider: 'http',
    url: `${base}/send`,
    headers: {},
    body: '{"to":"{{to}}","text":"{{body}}","ref":"{{id}}","dlr":"{{callback}}"}',
    idPath: undefined,
    callbackSecret: undefined,
    from: 'Crew',
    maxSegments: 2,
    ...settings,
    ...(settings.url && { url: base + settings.url }),
  });
  return { gateway, received };
}

test('a JSON body stays JSON whatever the text holds, and the id is found', async () => {
  const answer = '{"messages":[{"messageId":"m-1"}]}';
  const { gateway, received } = await anyGateway(
    { headers: { 'idempotency-key': '{{id}}', authorization: 'Bearer s3cret' } },
    200,
    answer,
  );
  expect(await gateway.send(text)).toEqual({ result: 'sent', providerId: 'm-1' });
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    to: text.to,
    text: text.body,
    ref: text.id,
    dlr: text.callbackUrl,
  });
  expect(received[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': text.id,
    authorization: 'Bearer s3cret',
  });
});

test('forms, addresses with the number in them, and a path to the id', async () => {
  const { gateway, received } = await anyGateway(
    { url: '/to/{{to_digits}}', body: 'm={{body}}&s={{from}}', idPath: 'result.ref' },
    202,
    '{"id":"wrong","result":{"ref":7}}',
  );
  expect(await gateway.send(text)).toEqual({ result: 'sent', providerId: '7' });
  expect(received[0]?.url).toBe('/to/14155550123');
  expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
    m: text.body,
    s: 'Crew',
  });
});

test.each([
  [200, 'OK', { result: 'sent', providerId: undefined }],
  [400, '{"error":"bad"}', { result: 'refused', error: 'refused', detail: '400 {"error":"bad"}' }],
  [401, '', { result: 'retry', detail: '401', waitSeconds: undefined }],
  [302, '', { result: 'retry', detail: '302', waitSeconds: undefined }],
  [409, '', { result: 'unknown', detail: '409' }],
  [503, 'later', { result: 'unknown', detail: '503 later' }],
])('an answer of %i means no more than it says', async (status, answer, result) => {
  const { gateway } = await anyGateway({}, status, answer);
  expect(await gateway.send(text)).toEqual(result);
});
