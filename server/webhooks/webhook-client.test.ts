import type { lookup } from 'node:dns';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { resultOfAnswer, resultOfError } from './attempt-result.ts';
import {
  ForbiddenTargetError,
  TimedOutError,
  UnreachableError,
  WebhookClient,
} from './webhook-client.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

function open(options: ConstructorParameters<typeof WebhookClient>[0] = {}): WebhookClient {
  const client = new WebhookClient(options);
  opened.push(() => client.close());
  return client;
}

async function receiver(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Names that lead where the test says, one answer after the other. */
function names(...answers: readonly (readonly string[])[]): {
  lookup: typeof lookup;
  asked: () => number;
} {
  let asked = 0;
  const fake = ((_: string, __: object, done: (error: null, all: object[]) => void) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(() => done(null, all));
  }) as unknown as typeof lookup;
  return { lookup: fake, asked: () => asked };
}

describe('addresses', () => {
  test.each([
    'https://127.0.0.1/',
    'https://localhost/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[2002:7f00:1::]/',
    'http://93.184.216.34/',
    'ftp://93.184.216.34/',
    'file:///etc/passwd',
    'https://user:secret@93.184.216.34/',
    'https://[/',
  ])('%s is not asked', async (url) => {
    await expect(open().post(url, {}, '')).rejects.toThrow(ForbiddenTargetError);
  });

  test.each([
    [['10.0.0.1']],
    [['127.0.0.1']],
    [['169.254.169.254']],
    [['fd00::1']],
    [['::ffff:127.0.0.1']],
    [['93.184.216.34', '10.0.0.1']],
  ])('a name that means %j is not asked', async (addresses) => {
    const client = open({ lookup: names(addresses).lookup });
    await expect(client.post('https://hooks.example/', {}, '')).rejects.toThrow(
      'no public address',
    );
  });

  test('what is said of a name inside is what is said of a name that means nothing', async () => {
    const nothing = ((_: string, __: object, done: (error: Error) => void) =>
      done(Object.assign(new Error(), { code: 'ENOTFOUND' }))) as unknown as typeof lookup;
    const messages = await Promise.all(
      [nothing, names(['10.0.0.1']).lookup].map((each) =>
        open({ lookup: each })
          .post('https://payroll.lan/', {}, '')
          .catch((error: unknown) => resultOfError(error).error),
      ),
    );
    expect(new Set(messages)).toEqual(
      new Set([
        'forbidden: payroll.lan has no public address; WEBHOOK_ALLOW of the installation does not name it',
      ]),
    );
  });

  test('a name is resolved once: what it means a moment later leads nowhere', async () => {
    // Allowed at first, the receiver of somebody inside afterwards.
    const host = await receiver((_, response) => response.end('inside'));
    const { lookup: rebinding, asked } = names(['192.0.2.1'], ['127.0.0.1']);
    const client = open({ lookup: rebinding, allowed: ['192.0.2.0/24'], timeoutMs: 300 });
    const url = `http://rebinding.example:${host.split(':')[1]}/`;
    await expect(client.post(url, {}, '')).rejects.toThrow(/no complete answer|cannot be reached/);
    expect(asked()).toBe(1);
    await expect(client.post(url, {}, '')).rejects.toThrow('no public address');
  });

  test('WEBHOOK_ALLOW opens a name, a name with its port, an address or a network, also without TLS', async () => {
    const host = await receiver((_, response) => response.end('ok'));
    const port = host.split(':')[1];
    const { lookup: local } = names(['127.0.0.1']);
    for (const allowed of ['erp.lan', `erp.lan:${port}`, '127.0.0.1', '127.0.0.0/8']) {
      const client = open({ allowed: [allowed], lookup: local });
      expect(await client.post(`http://erp.lan:${port}/`, {}, ''), allowed).toMatchObject({
        status: 200,
      });
    }
    for (const allowed of ['other.lan', `erp.lan:${Number(port) + 1}`, '10.0.0.0/8']) {
      const client = open({ allowed: [allowed], lookup: local });
      await expect(client.post(`http://erp.lan:${port}/`, {}, ''), allowed).rejects.toThrow(
        'no public address',
      );
    }
    const byAddress = open({ allowed: ['127.0.0.0/8'] });
    expect(await byAddress.post(`http://${host}/`, {}, '')).toMatchObject({ status: 200 });
  });

  test('nobody there is unreachable', async () => {
    const client = open({ allowed: ['127.0.0.1'] });
    await expect(client.post('http://127.0.0.1:1/', {}, '')).rejects.toThrow(UnreachableError);
  });
});

describe('answers', () => {
  const allowed = ['127.0.0.0/8'];

  test('a redirect to the metadata address is an answer, and is not followed', async () => {
    const host = await receiver((_, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    });
    const answer = await open({ allowed }).post(`http://${host}/`, {}, '');
    expect(resultOfAnswer(answer)).toMatchObject({
      delivered: false,
      error: 'redirect: http://169.254.169.254/latest/meta-data',
    });
  });

  test('an answer of 10 GB is left after its beginning', async () => {
    let written = 0;
    const host = await receiver((_, response) => {
      response.writeHead(200, { 'content-length': String(10 * 1024 ** 3) });
      const chunk = Buffer.alloc(65_536, 'a\0');
      const write = () => {
        if (response.destroyed) return;
        written += chunk.length;
        if (response.write(chunk)) setImmediate(write);
        else response.once('drain', write);
      };
      write();
    });
    const answer = await open({ allowed }).post(`http://${host}/`, {}, '{}');
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/^a{1,2000}$/);
    expect(written).toBeLessThan(100 * 1024 ** 2);
  });

  test('a 200 whose body never ends is given up', async () => {
    const host = await receiver((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const client = open({ allowed, timeoutMs: 200 });
    await expect(client.post(`http://${host}/`, {}, '{}')).rejects.toThrow(TimedOutError);
  });

  test('headers that never come are given up', async () => {
    const host = await receiver(() => undefined);
    const client = open({ allowed, timeoutMs: 100 });
    await expect(client.post(`http://${host}/`, {}, '{}')).rejects.toThrow('within 0.1 s');
  });

  const NOW = Date.parse('2026-11-18T12:00:00Z');
  test.each([
    [{ status: 200 }, { delivered: true }],
    [{ status: 204 }, { delivered: true }],
    [{ status: 410 }, { delivered: false, gone: true }],
    [{ status: 404 }, { delivered: false, error: 'status: 404' }],
    [
      { status: 429, retryAfter: '120' },
      { delivered: false, hold_seconds: 120 },
    ],
    [{ status: 503, retryAfter: 'Wed, 18 Nov 2026 12:00:30 GMT' }, { hold_seconds: 30 }],
    [{ status: 429, retryAfter: '99999999' }, { hold_seconds: 86_400 }],
    [
      { status: 500, retryAfter: '120' },
      { delivered: false, error: 'status: 500' },
    ],
    [
      { status: 429, retryAfter: 'soon' },
      { delivered: false, error: 'status: 429' },
    ],
  ])('%j means %j', (answer, expected) => {
    const result = resultOfAnswer(
      { retryAfter: undefined, location: undefined, text: '', ...answer },
      NOW,
    );
    expect(result).toMatchObject(expected);
  });
});
