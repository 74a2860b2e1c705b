import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

test.each([6000, 6665, 6669, 10080])('port %i is passed over: browsers refuse it', async (port) => {
  // What fetch itself says of it.
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
    cause: { message: 'bad port' },
  });
  const offered = [port, 40_000];
  expect(await freePort('127.0.0.1', async () => offered.shift() ?? 0)).toBe(40_000);
});
