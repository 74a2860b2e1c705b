import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AuthenticationError, type Authenticator } from '../auth/authenticate.ts';
import { registerErrorHandler } from '../http/error-handler.ts';
import { createLog } from '../http/log.ts';
import { refuseLargeBodies } from './refuse-large-bodies.ts';

const BYTES = 200_000;
const app = Fastify();

beforeAll(async () => {
  const authenticate = async ({ apikey }: { apikey?: unknown }) => {
    if (apikey !== 'good') throw new AuthenticationError('unknown_key');
    return {};
  };
  registerErrorHandler(app, createLog('silent'));
  refuseLargeBodies(app, { authenticate } as unknown as Authenticator);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/', async ({ body }) => ({ read: (body as Buffer).length }));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Only the beginning is sent, until `finish`. */
function post(headers: Record<string, string>) {
  const { port } = app.server.address() as AddressInfo;
  const sent = request({ method: 'POST', port, host: '127.0.0.1', headers });
  sent.on('error', () => undefined);
  sent.write('x'.repeat(10));
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  return { answered, finish: (rest: number) => sent.end('x'.repeat(rest)) };
}

test.each([
  ['of a told length', { 'content-length': String(BYTES) }],
  ['of an untold length', { 'transfer-encoding': 'chunked' }],
])('A large body %s is not waited for when its key is wrong', async (_, headers) => {
  const { answered } = post({ ...headers, apikey: 'bad' });
  const [{ statusCode, headers: said }] = await answered;
  expect([statusCode, said.connection]).toEqual([401, 'close']);
});

test('It is read when the key is right', async () => {
  const { answered, finish } = post({ 'content-length': String(BYTES), apikey: 'good' });
  finish(BYTES - 10);
  const [answer] = await answered;
  const body = Buffer.concat(await answer.toArray());
  expect(JSON.parse(body.toString())).toEqual({ read: BYTES });
});
