import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const TWILIO_ACCOUNT = `AC${'0'.repeat(32)}`;
export const TWILIO_KEY = `SK${'1'.repeat(32)}`;
export const TWILIO_SECRET = 'secret-of-the-key';

/**
 * What it does with one request. It counts a text as sent where a real gateway would have sent it: also
 * behind an answer that says nothing of it.
 */
export type Behavior =
  | 'send'
  | 'send without id'
  | 'send and answer 500'
  | 'send and hang up'
  | 'send and never answer'
  | 'answer 429'
  | { readonly status: number; readonly code: number };

export interface TextGateway {
  readonly url: string;
  readonly requests: readonly URLSearchParams[];
  /** How often a text with this body really went out. */
  readonly sent: ReadonlyMap<string, number>;
  behave: (fields: URLSearchParams) => Behavior;
  close(): Promise<void>;
}

/**
 * A gateway as Twilio documents it, and as strict: anything that is not `POST
 * /2010-04-01/Accounts/{Sid}/Messages.json` with basic authentication and a form of its fields is refused.
 * https://www.twilio.com/docs/messaging/api/message-resource
 */
export async function startTextGateway(): Promise<TextGateway> {
  const requests: URLSearchParams[] = [];
  const sent = new Map<string, number>();
  const gateway = { behave: (_fields: URLSearchParams): Behavior => 'send' };
  const server = createServer((request, response) => {
    readBody(request).then((body) => {
      const fields = new URLSearchParams(body);
      requests.push(fields);
      const refusal = refusalOf(request, fields);
      if (refusal) answer(response, refusal.status, refusal);
      else respond(response, fields, gateway.behave(fields), sent);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(gateway, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sent,
    close: () => close(server),
  });
}

function respond(
  response: ServerResponse,
  fields: URLSearchParams,
  behavior: Behavior,
  sent: Map<string, number>,
): void {
  const text = fields.get('Body') ?? '';
  if (typeof behavior === 'object') {
    const { status, code } = behavior;
    answer(response, status, { code, message: 'Refused', status });
  } else if (behavior === 'answer 429') {
    answer(response, 429, { code: 20429, message: 'Too many requests', status: 429 });
  } else {
    sent.set(text, (sent.get(text) ?? 0) + 1);
    answerSent(response, behavior, `SM${String(sent.size).padStart(32, '0')}`);
  }
}

function answerSent(response: ServerResponse, behavior: string, sid: string): void {
  if (behavior === 'send') answer(response, 201, { sid, status: 'queued' });
  else if (behavior === 'send without id') answer(response, 201, { status: 'queued' });
  else if (behavior === 'send and answer 500') answer(response, 500, { status: 500 });
  else if (behavior === 'send and hang up') response.socket?.destroy();
}

const FIELDS = ['To', 'From', 'MessagingServiceSid', 'Body', 'StatusCallback'];

function refusalOf(request: IncomingMessage, fields: URLSearchParams) {
  const refuse = (status: number, code: number, message: string) => ({ status, code, message });
  if (request.method !== 'POST') return refuse(405, 20004, 'Method not allowed');
  if (request.url !== `/2010-04-01/Accounts/${TWILIO_ACCOUNT}/Messages.json`) {
    return refuse(404, 20404, 'The requested resource was not found');
  }
  const login = Buffer.from(`${TWILIO_KEY}:${TWILIO_SECRET}`).toString('base64');
  if (request.headers.authorization !== `Basic ${login}`) return refuse(401, 20003, 'Authenticate');
  if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') {
    return refuse(415, 20006, 'Not a form');
  }
  const unknown = [...fields.keys()].find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) return refuse(400, 20001, `Unknown parameter ${unknown}`);
  if (!/^\+[1-9]\d{6,14}$/.test(fields.get('To') ?? '')) return refuse(400, 21211, "Invalid 'To'");
  if (!fields.get('Body')) return refuse(400, 21602, 'Message body is required');
  if ((fields.get('Body') ?? '').length > 1600) return refuse(400, 21617, 'Body too long');
  if (fields.has('From') === fields.has('MessagingServiceSid')) {
    return refuse(400, 21603, "A 'From' or 'MessagingServiceSid' is required");
  }
  return undefined;
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
