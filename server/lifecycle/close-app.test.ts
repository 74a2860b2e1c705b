import { once } from 'node:events';
import net from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { orderlyClose } from './close-app.ts';
import { freePort } from './free-port.ts';

test('the end waits for requests under way, not for connections never used', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  app.get('/', async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return 'finished';
  });
  const close = orderlyClose(app);
  const port = await freePort();
  await app.listen({ port, host: '127.0.0.1' });
  const unused = net.connect(port, '127.0.0.1');
  await once(unused, 'connect');
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  await new Promise((resolve) => setTimeout(resolve, 100));
  const start = performance.now();
  await close();
  expect(await answer).toBe('finished');
  expect(performance.now() - start).toBeLessThan(5_000);
});
