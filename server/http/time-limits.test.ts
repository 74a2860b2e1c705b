import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { registerBodyTimeLimit, TIME_LIMITS, timeLimitOptions } from './time-limits.ts';

const limits = { headersMs: 150, bodyMs: 150, requestMs: 600, idleMs: 400, checkMs: 20 };
let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify(timeLimitOptions(limits));
  registerBodyTimeLimit(app, limits);
  app.post('/rest/v1/x', async () => 'ok');
  app.post('/storage/v1/x', async () => 'ok');
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
afterEach(() => void vi.useRealTimers());

/** Sends the beginning, then a byte now and then, and resolves when the server has had enough. */
function stall(start: string, dripMs?: number): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(start);
  const drip = dripMs === undefined ? undefined : setInterval(() => socket.write('x'), dripMs);
  return new Promise((resolve) =>
    socket.on('close', () => {
      clearInterval(drip);
      resolve(answer);
    }),
  );
}

const post = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`;

test('Headers that never end are answered with 408', async () => {
  expect(await stall('POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nX: ', 20)).toMatch(/^HTTP\/1.1 408/);
});

test('A body that drips ends, and sooner where no file is expected', async () => {
  await stall(post('/rest/v1/x'), 20);
  expect(await stall(post('/storage/v1/x'), 20)).toMatch(/^HTTP\/1.1 408/);
});

test('A body that is there is not late because the server is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const busy = Fastify();
  registerBodyTimeLimit(busy, limits);
  const onRequest = async () => void vi.advanceTimersByTime(2 * limits.bodyMs);
  busy.post('/rest/v1/x', { onRequest }, async () => 'ok');
  const answer = await busy.inject({ method: 'POST', url: '/rest/v1/x', payload: {} });
  expect([answer.statusCode, answer.body]).toEqual([200, 'ok']);
});

test('A connection that says nothing ends', async () => {
  await stall('');
  await stall(post('/storage/v1/x'));
});

test('The server has limits of every kind', () => {
  expect(Object.values(TIME_LIMITS).every((ms) => ms > 0 && Number.isFinite(ms))).toBe(true);
});
