import { once } from 'node:events';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { type AddressInfo, createServer } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Departure } from '../http/departure.ts';
import { registerBodyTimeLimit } from '../http/time-limits.ts';
import { createHttp2Server } from './http2-server.ts';

const limits = { headersMs: 150, bodyMs: 150, requestMs: 600, idleMs: 400, checkMs: 20 };
const app = Fastify();
const http2 = createHttp2Server(app, limits);
const listener = createServer((socket) => http2.emit('connection', socket));
const bodies: unknown[] = [];
const failures: string[] = [];
const departures: Departure[] = [];
let finish: (() => void) | undefined;

beforeAll(async () => {
  registerBodyTimeLimit(app, limits);
  app.setErrorHandler((error: Error, _request, reply) => {
    failures.push(error.message);
    return reply.code(400).send();
  });
  app.post('/*', async ({ body }) => {
    bodies.push(body);
    return 'ok';
  });
  app.get('/wait', async (_request, reply) => {
    departures.push(new Departure(reply.raw));
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return 'ok';
  });
  await app.ready();
  await once(listener.listen(0, '127.0.0.1'), 'listening');
});

afterAll(async () => {
  for (const client of clients) client.destroy();
  listener.close();
  await app.close();
});

const clients: ClientHttp2Session[] = [];
function client(): ClientHttp2Session {
  const { port } = listener.address() as AddressInfo;
  const opened = connect(`http://127.0.0.1:${port}`).on('error', () => undefined);
  clients.push(opened);
  return opened;
}

function post(url: string, on = client()) {
  const headers = { ':method': 'POST', ':path': url, 'content-type': 'text/plain' };
  return on.request(headers).on('error', () => undefined);
}

test('half a body is never taken for the whole', async () => {
  const whole = post('/read/whole');
  whole.end('first,second');
  await once(whole, 'response');
  expect(bodies).toEqual(['first,second']);
  const half = post('/read/half');
  half.write('first,');
  await expect.poll(() => half.bufferSize).toBe(0);
  half.destroy();
  await expect.poll(() => failures).toEqual(['The client hung up']);
  expect(bodies).toHaveLength(1);
});

test('a body that drips ends, and sooner where no file is expected; its connection stays', async () => {
  const shared = client();
  const ended: string[] = [];
  const slow = ['/storage/v1/slow', '/rest/v1/slow'].map(async (url) => {
    const stream = post(url, shared);
    const drip = setInterval(() => stream.write('x'), 20);
    await once(stream, 'close');
    clearInterval(drip);
    ended.push(url);
  });
  await Promise.all(slow);
  expect(ended).toEqual(['/rest/v1/slow', '/storage/v1/slow']);
  expect(shared.destroyed).toBe(false);
});

test('a connection that says nothing is ended', async () => {
  await once(client(), 'close');
});

test('who leaves before the answer is noticed, who was answered is not', async () => {
  const left = client()
    .request({ ':path': '/wait' })
    .on('error', () => undefined);
  await expect.poll(() => departures).toHaveLength(1);
  left.close(constants.NGHTTP2_CANCEL);
  await expect.poll(() => departures[0]?.aborted).toBe(true);
  const answered = client().request({ ':path': '/wait' });
  await expect.poll(() => departures).toHaveLength(2);
  finish?.();
  answered.resume();
  await once(answered, 'close');
  // A stream is closed there before another one is answered.
  expect(departures[1]?.aborted).toBe(false);
});

test('streams that are opened and reset at once (rapid reset) end their connection, not the server', async () => {
  const attacker = client();
  const closed = new Promise((resolve) => attacker.once('close', resolve));
  let opened = 0;
  while (!attacker.destroyed && !attacker.closed && opened < 20_000) {
    for (let burst = 0; burst < 100 && !attacker.destroyed && !attacker.closed; burst += 1) {
      const stream = attacker.request({ ':path': '/reset' }).on('error', () => undefined);
      stream.close(constants.NGHTTP2_CANCEL);
      opened += 1;
    }
    await new Promise(setImmediate);
  }
  await closed;
  expect(opened).toBeLessThan(20_000);
  const next = post('/read/after');
  next.end('after');
  const [headers] = await once(next, 'response');
  expect(headers[':status']).toBe(200);
});
