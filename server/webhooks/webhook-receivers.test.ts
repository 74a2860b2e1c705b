import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPython } from '../../scripts/find-python.ts';
import { signWebhook } from '../http/webhook-signature.ts';

const DOCS = readFileSync(path.join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-receivers-'));
const running: ChildProcess[] = [];

afterAll(() => {
  for (const child of running) child.kill();
  rmSync(folder, { recursive: true });
});

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** The receiver of docs/webhooks.md as it is printed there, but for its port. */
async function startReceiver(language: 'ts' | 'python', command: string) {
  const code = new RegExp(`## A receiver[\\s\\S]*?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(
    DOCS,
  )?.[1];
  const port = await freePort();
  const file = path.join(folder, `receiver.${language === 'ts' ? 'mts' : 'py'}`);
  expect(code).toContain('8080');
  writeFileSync(file, (code ?? '').replace('8080', String(port)));
  const child = spawn(command, [file], {
    env: { ...process.env, WEBHOOK_SECRET: SECRET, PYTHONUNBUFFERED: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  running.push(child);
  const seen = { text: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    seen.text += chunk;
  });
  return { url: `http://127.0.0.1:${port}/`, seen };
}

const body = JSON.stringify({
  type: 'time_entry.approved',
  timestamp: '2026-11-18T15:41:07.123456Z',
  data: { id: '0f1e2d3c', version: 1, sequence: 4, note: 'ñandú' },
});

interface Delivery {
  readonly secrets?: readonly string[];
  readonly ageSeconds?: number;
  readonly sent?: string;
}

function deliver(url: string, { secrets = [SECRET], ageSeconds = 0, sent = body }: Delivery = {}) {
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  return fetch(url, {
    method: 'POST',
    body: sent,
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(secrets, { id: 'msg_1', timestamp, body }),
    },
  });
}

test.each([
  ['TypeScript', 'ts', async () => process.execPath],
  ['Python', 'python', findPython],
] as const)(
  'the receiver in %s takes what we send, once, and refuses the rest',
  async (_, language, find) => {
    const { url, seen } = await startReceiver(language, await find());
    await expect
      .poll(() =>
        deliver(url).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(204);
    const other = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    const status = async (delivery: Delivery) => (await deliver(url, delivery)).status;
    expect(await status({})).toBe(204);
    expect(await status({ secrets: [other, SECRET] })).toBe(204);
    expect(await status({ secrets: [other] })).toBe(401);
    expect(await status({ ageSeconds: 600 })).toBe(401);
    expect(await status({ sent: body.replace('"sequence":4', '"sequence":5') })).toBe(401);
    await expect.poll(() => seen.text).toBe('time_entry.approved 0f1e2d3c 4\n');
  },
);
