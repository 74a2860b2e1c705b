import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { Departure } from './departure.ts';

const departures: Departure[] = [];
const server = createServer((incoming, response) => {
  departures.push(new Departure(response));
  if (incoming.url === '/answered') response.end();
  server.emit('arrived', departures.at(-1));
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo;

afterAll(() => {
  server.close();
});

test('who leaves before the answer is noticed, by those who still listen', async () => {
  const sent = request({ port, path: '/waits' }).on('error', () => undefined);
  sent.end();
  const [departure] = (await once(server, 'arrived')) as [Departure];
  expect(departure.aborted).toBe(false);
  departure.throwIfAborted();
  const heard: string[] = [];
  const left = () => heard.push('left');
  departure.addEventListener('abort', left);
  departure.removeEventListener('abort', left);
  const gone = new Promise<void>((resolve) => {
    departure.addEventListener('abort', () => {
      heard.push('stayed');
      resolve();
    });
  });
  sent.destroy();
  await gone;
  expect(heard).toEqual(['stayed']);
  expect(departure.aborted).toBe(true);
  expect(() => departure.throwIfAborted()).toThrow();
});

test('who was answered may leave', async () => {
  const arrived = once(server, 'arrived') as Promise<[Departure]>;
  const sent = request({ port, path: '/answered', agent: false });
  sent.end();
  const [response] = await once(sent, 'response');
  response.resume();
  await once(response, 'close');
  const [departure] = await arrived;
  expect(departure.aborted).toBe(false);
});
