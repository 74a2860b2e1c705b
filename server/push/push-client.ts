import { lookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../http/public-addresses.ts';
import {
  checkTarget,
  ForbiddenTargetError,
  type PushTarget,
  privateAddress,
} from './push-target.ts';

export interface PushRequest {
  readonly method: 'POST' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface PushAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** Its beginning. */
  readonly text: string;
}

/** Nobody answered: the name is unknown, the connection failed, or it took too long. */
export class UnreachableError extends Error {}

const TIMEOUT_MS = 15_000;
const CONNECTIONS_PER_HOST = 32;
const MAX_ANSWER_BYTES = 8_192;
const SHOWN_CHARACTERS = 300;

/** Asks push services, and nobody else; a redirect is not followed. */
export class PushClient {
  readonly #allowed: readonly string[];
  readonly #timeLimit: (endpoint: string) => AbortSignal;
  readonly #agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS_PER_HOST }),
    public: new https.Agent({
      keepAlive: true,
      maxSockets: CONNECTIONS_PER_HOST,
      lookup: lookupPublic,
    }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: CONNECTIONS_PER_HOST }),
  };

  /** `allowed`: hosts of PUSH_ALLOW; `timeLimit`: aborts when an answer took too long. */
  constructor(
    allowed: readonly string[],
    timeLimit: (endpoint: string) => AbortSignal = () => AbortSignal.timeout(TIMEOUT_MS),
  ) {
    this.#allowed = allowed;
    this.#timeLimit = timeLimit;
  }

  async ask(
    endpoint: string,
    request: PushRequest,
    signal = this.#timeLimit(endpoint),
  ): Promise<PushAnswer> {
    const target = checkTarget(endpoint, this.#allowed);
    try {
      const response = await this.#open(target, request, signal);
      const text = await readBeginning(response);
      const { 'retry-after': retryAfter } = response.headers;
      return { status: response.statusCode ?? 0, retryAfter, text };
    } catch (error) {
      if (error instanceof ForbiddenTargetError) throw error;
      const reason = signal.aborted ? 'took too long' : 'cannot be reached';
      throw new UnreachableError(`${target.url.host} ${reason}${codeOf(error)}`, { cause: error });
    }
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  #open(
    { url, isAllowed }: PushTarget,
    { method, headers, body }: PushRequest,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const isPlain = url.protocol === 'http:';
    const agent = isPlain ? this.#agents['http:'] : this.#agents[isAllowed ? 'https:' : 'public'];
    const length = body ? { 'content-length': String(body.length) } : {};
    const send = (isRepeated: boolean): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        const request = (isPlain ? http : https).request(
          url,
          { method, headers: { ...headers, ...length }, agent, signal },
          resolve,
        );
        request.on('error', (error: NodeJS.ErrnoException) => {
          // The service closed an idle connection just when we took it again.
          const isStale = request.reusedSocket && error.code === 'ECONNRESET';
          if (isStale && !isRepeated) resolve(send(true));
          else reject(error);
        });
        request.end(body);
      });
    return send(false);
  }
}

/**
 * Resolves a name once, for the connection that is made to just that address: a name that means
 * something else a moment later leads nowhere.
 */
const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '');
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return done(privateAddress(hostname), '');
    }
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

/** An answer without an end is left where it is. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).toString().slice(0, SHOWN_CHARACTERS);
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code !== 'ABORT_ERR' ? ` (${code})` : '';
}
