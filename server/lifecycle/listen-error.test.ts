import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { type Address, explainListenError } from './listen-error.ts';

const explained = (code: string, address: Partial<Address>) =>
  explainListenError(Object.assign(new Error(code), { code }), {
    setting: 'HTTPS_PORT',
    host: '0.0.0.0',
    port: 443,
    usual: 443,
    ...address,
  }).message;

test.runIf(process.platform === 'linux')('a port that needs rights says how to give them', () => {
  const message = explained('EACCES', {});
  expect(message).toContain('Port 443 needs more rights.');
  expect(message).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE');
  expect(message).toContain('sudo setcap cap_net_bind_service=+ep /');
  expect(message).toContain('HTTPS_PORT=8443');
});

test('a port in use names the program that has it, and what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const message = explained('EADDRINUSE', { port });
  const owner = existsSync('/proc/net/tcp') ? ` by node \\(process ${process.pid}\\)` : '';
  expect(message).toMatch(
    new RegExp(`^Port ${port} is taken${owner}\\. Stop that program, or let it`),
  );
  expect(explained('EADDRINUSE', { setting: 'HTTP_PORT', port })).toContain('HTTP_PORT=off');
  other.close();
});
