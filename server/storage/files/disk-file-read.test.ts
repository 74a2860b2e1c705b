import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../http/free-port.ts';
import { DiskFileRead } from './disk-file-read.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-read-'));
const file = path.join(directory, 'file');
const content = randomBytes(5_000_000);
writeFileSync(file, content);

const server = http.createServer(async (_request, response) => {
  const range = { start: 0, end: content.length - 1 };
  response.setHeader('content-length', content.length);
  new DiskFileRead(await open(file, 'r'), range).pipe(response);
});
let port: number;

beforeAll(async () => {
  port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(directory, { recursive: true, force: true });
});

test('buffers are not used again before they are sent, however slow the reader', async () => {
  const hash = createHash('sha256');
  let turn = 0;
  await new Promise<void>((resolve, reject) => {
    http
      .get({ port }, async (response) => {
        for await (const chunk of response) {
          hash.update(chunk);
          if (turn++ % 5 === 0) await sleep(Math.random() * 20);
        }
        resolve();
      })
      .on('error', reject);
  });
  expect(hash.digest('hex')).toBe(hashOf(content));
});

test('nor when several answers wait in line on one connection', async () => {
  const chunks: Buffer[] = [];
  const socket = net.connect(port);
  const request = 'GET / HTTP/1.1\r\nHost: x\r\n';
  socket.write(`${request}\r\n${request}\r\n${request}Connection: close\r\n\r\n`);
  for await (const chunk of socket) {
    chunks.push(chunk);
    if (chunks.length % 20 === 0) await sleep(5);
  }
  let rest = Buffer.concat(chunks);
  for (let answer = 0; answer < 3; answer++) {
    const start = rest.indexOf('\r\n\r\n') + 4;
    expect(hashOf(rest.subarray(start, start + content.length))).toBe(hashOf(content));
    rest = rest.subarray(start + content.length);
  }
});

test('a part is read exactly, and a file that ends too early fails', async () => {
  const part = new DiskFileRead(await open(file, 'r'), { start: 10, end: 299_999 });
  const chunks: Buffer[] = [];
  for await (const chunk of part) chunks.push(Buffer.from(chunk));
  expect(Buffer.concat(chunks).equals(content.subarray(10, 300_000))).toBe(true);
  const beyond = new DiskFileRead(await open(file, 'r'), { start: 4_999_990, end: 5_000_010 });
  await expect(beyond.toArray()).rejects.toThrow('ends too early');
});

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
