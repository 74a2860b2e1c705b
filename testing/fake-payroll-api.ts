import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createTestAuthority, type TestAuthority } from './test-certificate.ts';

/** What goes wrong with one request; `'after'` ones have done what was asked. */
export type Fault =
  | 'none'
  | 'hang up before'
  | 'hang up after'
  | 'never answer after'
  | '500 before'
  | '500 after'
  | '503'
  | '429'
  | 'expire the token';

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}
export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

interface Service {
  /** Whether a certificate of the client is asked for, and checked. */
  readonly needsCertificate: boolean;
  answer(call: Call): Answer;
  /** In the form of this service. */
  error(status: number, text: string): unknown;
}

export const CLIENT_ID = 'the-client-id';
export const CLIENT_SECRET = 'the-client-secret';

export interface FakePayrollApi {
  readonly origin: string;
  readonly authority: TestAuthority;
  readonly calls: Call[];
  fault: (call: Call) => Fault;
  close(): Promise<void>;
}

/** HTTPS, OAuth client credentials and everything that goes wrong: what both payroll systems share. */
export async function startPayrollApi(service: Service): Promise<FakePayrollApi> {
  const authority = await createTestAuthority();
  const own = await authority.issue({ names: ['127.0.0.1'] });
  const tokens = new Set<string>();
  const calls: Call[] = [];
  const fake = { fault: (_: Call): Fault => 'none' };
  const server = createServer(
    { ...own, ca: authority.cert, requestCert: true, rejectUnauthorized: service.needsCertificate },
    (request, response) => {
      read(request).then((body) => {
        const url = new URL(request.url ?? '/', 'https://127.0.0.1');
        if (url.pathname === '/auth/oauth/v2/token') return token(request, response, body, tokens);
        const call = callOf(request, url, body);
        calls.push(call);
        const fault = fake.fault(call);
        if (fault === 'expire the token') tokens.clear();
        if (!authorized(request, tokens))
          return send(response, 401, service.error(401, 'Invalid token'));
        if (call.body === BROKEN) return send(response, 400, service.error(400, 'No JSON'));
        respond(response, service, call, fault);
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(fake, {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authority,
    calls,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function respond(response: ServerResponse, service: Service, call: Call, fault: Fault): void {
  const before = FAILS_BEFORE[fault];
  const { status, body } = before ?? service.answer(call);
  if (fault.startsWith('hang up')) response.socket?.destroy();
  else if (fault.startsWith('500')) send(response, 500, service.error(500, 'Internal error'));
  else if (before) {
    response.setHeader('retry-after', '7');
    send(response, status, service.error(status, 'Later'));
  } else if (fault !== 'never answer after') send(response, status, body);
}

const FAILS_BEFORE: Partial<Record<Fault, Answer>> = {
  'hang up before': { status: 0 },
  '500 before': { status: 500 },
  '503': { status: 503 },
  '429': { status: 429 },
};

/** https://developer.paychex.com and https://developers.adp.com: the credentials are in the form. */
function token(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  tokens: Set<string>,
): void {
  const fields = new URLSearchParams(body);
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
  const isRight =
    request.method === 'POST' &&
    isForm &&
    fields.get('grant_type') === 'client_credentials' &&
    fields.get('client_id') === CLIENT_ID &&
    fields.get('client_secret') === CLIENT_SECRET;
  const value = randomUUID();
  if (isRight) tokens.add(value);
  if (!isRight) send(response, 401, { error: 'invalid_client' });
  else send(response, 200, { access_token: value, token_type: 'Bearer', expires_in: 3600 });
}

function authorized(request: IncomingMessage, tokens: ReadonlySet<string>): boolean {
  return tokens.has(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
}

const BROKEN = Symbol('no JSON');

function callOf(request: IncomingMessage, url: URL, text: string): Call {
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    body = BROKEN;
  }
  return { method: request.method ?? 'GET', url, headers: request.headers, body };
}

/** Names of fields that do not belong there; nested ones by their path. */
export function unknownFields(
  value: unknown,
  known: Readonly<Record<string, unknown>>,
  path = '',
): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => unknownFields(item, known, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (!(name in known)) return [`${path}${name}`];
    const below = known[name];
    return typeof below === 'object' && below !== null
      ? unknownFields(inner, below as Record<string, unknown>, `${path}${name}/`)
      : [];
  });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (body === undefined) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
