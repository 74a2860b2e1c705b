import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { rootCertificates } from 'node:tls';
import type * as acmeClient from 'acme-client';
import { IssuerRefusal, IssuerUnreachable, type ProblemDocument } from './issuer-error.ts';

/** One conversation with an issuer. */
export interface IssuerSession {
  /** Further authorities that the issuer's own certificate may come from, PEM. */
  readonly trustedCa: string | undefined;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** The issuer's clock minus ours, from its last answer. */
  clockOffsetMs?: number | undefined;
  /** From its last answer. */
  retryAfterMs?: number | undefined;
}

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const BAD_NONCE = 'urn:ietf:params:acme:error:badNonce';

const sessions = new AsyncLocalStorage<IssuerSession>();

/** Requests that acme-client makes in `work` belong to `session`. */
export function inSession<T>(session: IssuerSession, work: () => Promise<T>): Promise<T> {
  return sessions.run(session, work);
}

let loaded: Promise<typeof acmeClient> | undefined;

/** Loaded when it is needed: a server without DOMAIN does without its memory. */
export function loadAcmeClient(): Promise<typeof acmeClient> {
  loaded ??= import('acme-client').then((module) => {
    const acme = module.default as unknown as typeof acmeClient;
    // Its own way repeats requests for minutes, loses the type of a problem and trusts no other authority.
    acme.axios.defaults.adapter = send as never;
    return acme;
  });
  return loaded;
}

interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: { toJSON(): Record<string, string> };
  readonly data?: string;
}

async function send(outgoing: OutgoingRequest): Promise<object> {
  const session = sessions.getStore();
  if (!session) throw new Error('A request to an issuer outside of a session');
  const { status, headers, text } = await exchange(outgoing, session);
  session.clockOffsetMs = clockOffset(headers.date, session.now()) ?? session.clockOffsetMs;
  session.retryAfterMs = parseRetryAfter(headers['retry-after']);
  if (status >= 400) {
    const problem = parseProblem(text, status);
    // acme-client repeats these with a new nonce.
    if (problem.type !== BAD_NONCE) throw new IssuerRefusal(problem, status, session.retryAfterMs);
  }
  return { data: text, status, statusText: '', headers, config: outgoing, request: {} };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

function exchange(outgoing: OutgoingRequest, session: IssuerSession): Promise<Answer> {
  const { url, method, headers, data } = outgoing;
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new IssuerUnreachable(error.code ?? error.message, { cause: error }));
    const sent = request(url, {
      method: method.toUpperCase(),
      headers: { ...headers.toJSON(), ...(data && { 'content-length': Buffer.byteLength(data) }) },
      // A connection that waits for the next request would outlive the order.
      agent: false,
      signal: session.signal,
      timeout: TIMEOUT_MS,
      ...(session.trustedCa && { ca: [...rootCertificates, session.trustedCa] }),
    });
    sent.on('timeout', () => sent.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    sent.on('error', fail);
    sent.on('response', (answer) => {
      readText(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        fail,
      );
    });
    sent.end(data);
  });
}

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('its answer is too long');
  }
  return Buffer.concat(chunks).toString();
}

function clockOffset(date: string | undefined, now: Date): number | undefined {
  const ms = Date.parse(date ?? '');
  return Number.isNaN(ms) ? undefined : ms - now.getTime();
}

/** Seconds or a date. */
export function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const ms = Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function parseProblem(text: string, status: number): ProblemDocument {
  try {
    const { type, detail, instance } = JSON.parse(text) as Partial<ProblemDocument>;
    if (typeof type === 'string') return { type, detail: String(detail ?? type), instance };
  } catch {
    // A proxy or a server in trouble answers with a page.
  }
  return { type: 'about:blank', detail: `HTTP ${status}` };
}
