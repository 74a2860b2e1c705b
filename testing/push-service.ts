import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { createReceiver, decryptPush } from './decrypt-push.ts';

/** What a push service answers; `hang`: never, `reset`: the connection ends. */
export type PlannedAnswer =
  | number
  | { readonly status: number; readonly retryAfter?: string }
  | 'hang'
  | 'reset';

export interface ReceivedPush {
  readonly subscription: string;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: number;
  /** What the browser would read. */
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is for the test to say
  open(): Promise<any>;
}

export interface TestSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface TestPushService {
  readonly origin: string;
  /** For PUSH_ALLOW. */
  readonly host: string;
  /** What was taken. */
  readonly received: ReceivedPush[];
  /** Whatever a real service would refuse. */
  readonly violations: string[];
  /** The largest number of requests for one subscription at the same time. */
  readonly maxAtOnce: number;
  subscribe(): TestSubscription;
  /** Asked before a push is taken; nothing: 201. */
  answerWith(plan: ((subscription: string) => PlannedAnswer | undefined) | undefined): void;
  stop(): Promise<void>;
}

interface Options {
  readonly port?: number;
  /** Over HTTPS, as browsers demand it. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

const DAY_SECONDS = 24 * 3600;

/** A push service as RFC 8030, 8291 and 8292 describe it, and as strict as the real ones. */
export async function startPushService(
  applicationKey: string,
  { port = 0, tls }: Options = {},
): Promise<TestPushService> {
  const receiver = await createReceiver();
  const received: ReceivedPush[] = [];
  const violations: string[] = [];
  const underWay = new Map<string, number>();
  const verified = new Set<string>();
  let plan: ((subscription: string) => PlannedAnswer | undefined) | undefined;
  let maxAtOnce = 0;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, subscription] = /^\/push\/([\w-]+)$/.exec(request.url ?? '') ?? [];
    if (request.method === 'HEAD') return void response.writeHead(404).end();
    const body = await readAll(request);
    if (subscription === undefined) return void response.writeHead(404).end();
    const problem = await problemOf(request, body, { origin, applicationKey, verified });
    if (problem !== undefined) {
      violations.push(problem);
      return void response.writeHead(400).end(problem);
    }
    const planned = plan?.(subscription) ?? 201;
    if (planned === 'hang') return;
    if (planned === 'reset') return void request.socket.destroy();
    const { status, retryAfter } = typeof planned === 'number' ? { status: planned } : planned;
    if (status >= 200 && status < 300) {
      const { headers } = request;
      const open = async () => JSON.parse(await decryptPush(body, receiver));
      received.push({ subscription, headers, bytes: body.length, open });
    }
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    response.end(status < 300 ? '' : `answer ${status}`);
  }

  const listen = (request: IncomingMessage, response: ServerResponse) => {
    const key = request.url ?? '';
    const atOnce = (underWay.get(key) ?? 0) + 1;
    if (request.method === 'POST') maxAtOnce = Math.max(maxAtOnce, atOnce);
    underWay.set(key, atOnce);
    response.on('close', () => underWay.set(key, (underWay.get(key) ?? 0) - 1));
    take(request, response).catch((error: unknown) => {
      violations.push(String(error));
      response.writeHead(400).end();
    });
  };
  const server = tls ? createTlsServer(tls, listen) : createServer(listen);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `${tls ? 'https' : 'http'}://${host}`;
  return {
    origin,
    host,
    received,
    violations,
    get maxAtOnce() {
      return maxAtOnce;
    },
    subscribe: () => ({
      endpoint: `${origin}/push/${randomUUID()}`,
      p256dh: receiver.p256dh,
      auth: receiver.auth,
    }),
    answerWith: (answers) => {
      plan = answers;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Expected {
  readonly origin: string;
  readonly applicationKey: string;
  /** Tokens that were checked before, as real services remember them. */
  readonly verified: Set<string>;
}

async function problemOf(
  { method, headers }: IncomingMessage,
  body: Buffer,
  expected: Expected,
): Promise<string | undefined> {
  if (method !== 'POST') return `method ${method}`;
  if (!/^\d+$/.test(String(headers['ttl']))) return `TTL ${headers['ttl']}`;
  if (!/^(very-low|low|normal|high)$/.test(String(headers['urgency']))) {
    return `Urgency ${headers['urgency']}`;
  }
  const { topic } = headers;
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) return `Topic ${topic}`;
  if (headers['content-encoding'] !== 'aes128gcm') return 'Content-Encoding';
  if (body.length > 4_096) return `${body.length} bytes`;
  return problemOfToken(String(headers.authorization), expected);
}

async function problemOfToken(
  authorization: string,
  { origin, applicationKey, verified }: Expected,
): Promise<string | undefined> {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (token === undefined || key !== applicationKey) return `Authorization ${authorization}`;
  if (verified.has(token)) return undefined;
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as Parameters<typeof importJWK>[0];
  try {
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
      audience: origin,
      algorithms: ['ES256'],
    });
    const { exp = 0, sub = '' } = payload;
    if (exp > Date.now() / 1000 + DAY_SECONDS) return `exp ${exp}`;
    if (!/^(mailto:|https:\/\/)/.test(sub)) return `sub ${sub}`;
  } catch (error) {
    return String(error);
  }
  verified.add(token);
  return undefined;
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
