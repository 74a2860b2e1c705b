import { once } from 'node:events';
import net from 'node:net';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { freePort } from '../http/free-port.ts';
import { orderlyClose } from './close-app.ts';

test('the end waits for requests under way, not for connections never used', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  const { promise: finish, resolve: letFinish } = Promise.withResolvers<void>();
  app.get('/', async () => {
    await finish;
    return 'finished';
  });
  const close = orderlyClose(app);
  const port = await freePort();
  await app.listen({ port, host: '127.0.0.1' });
  const cutEverything = vi.spyOn(app.server, 'closeAllConnections');
  const unused = net.connect(port, '127.0.0.1');
  await once(unused, 'connect');
  const arrived = once(app.server, 'request');
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  await arrived;
  const cutUnused = once(unused, 'close');
  const closed = close();
  await cutUnused;
  letFinish();
  expect(await answer).toBe('finished');
  await closed;
  expect(cutEverything).not.toHaveBeenCalled();
});
