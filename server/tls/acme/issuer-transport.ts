import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { rootCertificates } from 'node:tls';
import { version } from '../../version.ts';
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

interface IssuerRequest {
  readonly url: string;
  readonly method?: 'HEAD';
  /** Signed, for a POST. */
  readonly body?: string;
}

export interface IssuerAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** The next nonce is in these headers. */
export class BadNonce extends IssuerRefusal {
  readonly headers: IncomingMessage['headers'];

  constructor(problem: ProblemDocument, { status, headers }: IssuerAnswer) {
    super(problem, status);
    this.headers = headers;
  }
}

/** Throws an IssuerRefusal for every status from 400 on. */
export async function exchange(
  session: IssuerSession,
  outgoing: IssuerRequest,
): Promise<IssuerAnswer> {
  const answer = await send(outgoing, session);
  const { status, headers, text } = answer;
  session.clockOffsetMs = clockOffset(headers.date, session.now()) ?? session.clockOffsetMs;
  session.retryAfterMs = parseRetryAfter(headers['retry-after']);
  if (status < 400) return answer;
  const problem = parseProblem(text, status);
  if (problem.type === BAD_NONCE) throw new BadNonce(problem, answer);
  throw new IssuerRefusal(problem, status, session.retryAfterMs);
}

function send({ url, method, body }: IssuerRequest, session: IssuerSession): Promise<IssuerAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new IssuerUnreachable(error.code ?? error.message, { cause: error }));
    const sent = request(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        'user-agent': `Chalkline/${version}`,
        ...(body !== undefined && {
          'content-type': 'application/jose+json',
          'content-length': Buffer.byteLength(body),
        }),
      },
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
    sent.end(body);
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
