import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAuthority } from '../../../testing/test-certificate.ts';
import { ApiClient, UnansweredError } from './api-client.ts';

const asked: string[] = [];
let answer: (response: ServerResponse) => void;
let close: () => void;
let client: ApiClient;

beforeAll(async () => {
  const authority = await createTestAuthority();
  const server = createServer(
    await authority.issue({ names: ['127.0.0.1'] }),
    (request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/token') response.end('{"access_token":"a","expires_in":600}');
      else answer(response);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { tokenUrl: `${origin}/token`, clientId: 'c', clientSecret: 's' };
  client = new ApiClient({ origin, ...credentials, ca: authority.cert, timeoutMs: 2_000 });
  close = () => {
    client.close();
    server.closeAllConnections();
    server.close();
  };
});
afterAll(() => close());
beforeEach(() => {
  asked.length = 0;
});

test('an answer without an end is given up', async () => {
  answer = (response) => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
      response.once('drain', more);
    };
    more();
  };
  await expect(client.request('/workers')).rejects.toThrow(UnansweredError);
});

test('one that drips is given up in time, and nobody knows what was done there', async () => {
  answer = (response) => {
    response.write('{');
    const drip = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(drip));
  };
  await expect(client.request('/hours', { method: 'POST', body: {} })).rejects.toThrow(
    UnansweredError,
  );
});

test('a redirect is an answer; the token goes nowhere else', async () => {
  answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
  expect(await client.request('/workers')).toMatchObject({ status: 302 });
  expect(asked).not.toContain('/elsewhere');
});

test.each(['', 'null', '[', '<html>', '['.repeat(100_000), '{"__proto__":{"a":1}}'])(
  'what is no answer (%#) is no body that means something',
  async (text) => {
    answer = (response) => response.end(text);
    const { status, body } = await client.request('/workers');
    expect(status).toBe(200);
    expect(({} as { a?: unknown }).a).toBeUndefined();
    expect(body === undefined || body === null || typeof body === 'object').toBe(true);
  },
);
