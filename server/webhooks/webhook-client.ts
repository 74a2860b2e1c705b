import { lookup as systemLookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../http/public-addresses.ts';
import { AllowedTargets } from './allowed-targets.ts';

export interface WebhookAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly location: string | undefined;
  /** Its beginning. */
  readonly text: string;
}

/** The address is none that may be asked from here. */
export class ForbiddenTargetError extends Error {}
export class TimedOutError extends Error {}
/** Nobody answered: the name is unknown, or the connection failed. */
export class UnreachableError extends Error {}

interface Options {
  readonly allowed?: readonly string[];
  readonly timeoutMs?: number;
  readonly lookup?: typeof systemLookup;
}

/** For all of it, the answer included: one that comes byte by byte holds no turn for longer. */
const TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 4_096;
const SHOWN_CHARACTERS = 2_000;

/** Posts to addresses that companies named: to the internet only, unless the installation allows more. */
export class WebhookClient {
  readonly #allowed: AllowedTargets;
  readonly #timeoutMs: number;
  readonly #lookup: typeof systemLookup;
  readonly #plain = new http.Agent({ keepAlive: true });
  readonly #tls = new https.Agent({ keepAlive: true });

  constructor({ allowed = [], timeoutMs = TIMEOUT_MS, lookup = systemLookup }: Options = {}) {
    this.#allowed = new AllowedTargets(allowed);
    this.#timeoutMs = timeoutMs;
    this.#lookup = lookup;
  }

  async post(
    address: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    stopped?: AbortSignal,
  ): Promise<WebhookAnswer> {
    const url = this.#check(address);
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    const signal = stopped ? AbortSignal.any([timeout, stopped]) : timeout;
    try {
      const response = await this.#open(url, headers, body, signal);
      const text = await readBeginning(response);
      const { 'retry-after': retryAfter, location } = response.headers;
      return { status: response.statusCode ?? 0, retryAfter, location, text };
    } catch (error) {
      if (error instanceof ForbiddenTargetError) throw error;
      if (timeout.aborted) {
        const seconds = this.#timeoutMs / 1000;
        throw new TimedOutError(`no complete answer within ${seconds} s`, { cause: error });
      }
      throw new UnreachableError(`${url.host} cannot be reached${codeOf(error)}`, { cause: error });
    }
  }

  close(): void {
    this.#plain.destroy();
    this.#tls.destroy();
  }

  /** What can be said before a name is resolved; the rest is said by `#resolver`. */
  #check(address: string): URL {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (!url || !['http:', 'https:'].includes(url.protocol)) {
      throw new ForbiddenTargetError('the address does not begin with https://');
    }
    if (url.username !== '' || url.password !== '') {
      throw new ForbiddenTargetError('the address has a password in it');
    }
    const host = bare(url.hostname);
    if (isIP(host) !== 0 && !this.#allowed.hasName(url)) this.#checkAddress(url.host, host, url);
    return url;
  }

  #checkAddress(host: string, address: string, { protocol }: Pick<URL, 'protocol'>): void {
    if (this.#allowed.hasAddress(address)) return;
    if (!isPublicAddress(address)) {
      throw notPublic(host);
    }
    if (protocol === 'http:') {
      throw new ForbiddenTargetError(
        `${host} is not encrypted; begin with https://, or let WEBHOOK_ALLOW of the installation name it`,
      );
    }
  }

  /**
   * Resolves a name once, for the connection that is made to just that address: a name that means
   * something else a moment later leads nowhere.
   */
  #resolver(url: URL): LookupFunction {
    return (hostname, options, done) => {
      this.#lookup(hostname, { ...options, all: true }, (error, addresses) => {
        const isAllowed = this.#allowed.hasName(url);
        if (error?.code === 'ENOTFOUND' && !isAllowed) return done(notPublic(hostname), '');
        if (error) return done(error, '');
        try {
          for (const { address } of addresses) {
            if (!isAllowed) this.#checkAddress(hostname, address, url);
          }
        } catch (refusal) {
          return done(refusal as Error, '');
        }
        const [first] = addresses;
        if (!first) return done(new Error('no address'), '');
        if (options.all) done(null, addresses);
        else done(null, first.address, first.family);
      });
    };
  }

  /** A redirect is an answer like another: it is not followed. */
  #open(
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const isPlain = url.protocol === 'http:';
    const content = Buffer.from(body);
    const send = (isRepeated: boolean): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        const request = (isPlain ? http : https).request(
          url,
          {
            method: 'POST',
            headers: { ...headers, 'content-length': String(content.length) },
            agent: isPlain ? this.#plain : this.#tls,
            lookup: this.#resolver(url),
            signal,
          },
          resolve,
        );
        request.on('error', (error: NodeJS.ErrnoException) => {
          // The receiver closed an idle connection just when we took it again.
          const isStale = request.reusedSocket && error.code === 'ECONNRESET';
          if (isStale && !isRepeated) resolve(send(true));
          else reject(error);
        });
        request.end(content);
      });
    return send(false);
  }
}

/** The same for a name that means nothing: which names the inner network has is nobody's business. */
function notPublic(host: string): ForbiddenTargetError {
  return new ForbiddenTargetError(
    `${host} has no public address; WEBHOOK_ALLOW of the installation does not name it`,
  );
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

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
  const text = Buffer.concat(chunks).toString().slice(0, SHOWN_CHARACTERS);
  // PostgreSQL stores neither of them.
  return text.replaceAll('\0', '').toWellFormed();
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code !== 'ABORT_ERR' ? ` (${code})` : '';
}
