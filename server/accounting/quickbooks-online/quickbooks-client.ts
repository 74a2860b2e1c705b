import { readLimited } from '../../http/read-limited.ts';
import { version } from '../../version.ts';
import type { Session } from '../system.ts';
import { SystemError } from '../system-error.ts';
import type { IntuitAddresses } from './addresses.ts';
import type { IntuitTokens } from './intuit-tokens.ts';
import { faultOf, QuickBooksFault } from './quickbooks-fault.ts';
import { INTUIT_LIMITS, type PaceLimit, RequestPace } from './request-pace.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface QuickBooksRequest {
  readonly method?: 'GET' | 'POST';
  /** Below the company: `timeactivity/12`. */
  readonly path: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

export interface ClientOptions {
  readonly timeoutMs?: number;
  readonly limits?: readonly PaceLimit[];
}

/** Lower ones are answered as this one. */
const MINOR_VERSION = '75';
/** Theirs. */
const TIMEOUT_MS = 120_000;
const TOO_MANY_SECONDS = 60;
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const UNKNOWN_TOKEN = new Set(['3200', '100']);
const CONNECTION_FAULTS: Readonly<Record<string, string>> = {
  // Development keys with a real company, or the other way round.
  3100: 'wrong_environment',
  120: 'not_allowed',
  6190: 'subscription_ended',
};

/** Speaks the accounting API (v3) of QuickBooks Online, no faster than it may be asked. */
export class QuickBooksClient {
  readonly #addresses: IntuitAddresses;
  readonly #tokens: IntuitTokens;
  readonly #options: ClientOptions;
  readonly #paces = new Map<string, RequestPace>();

  constructor(addresses: IntuitAddresses, tokens: IntuitTokens, options: ClientOptions = {}) {
    this.#addresses = addresses;
    this.#tokens = tokens;
    this.#options = options;
  }

  /**
   * Throws a QuickBooksFault for what was refused of this request, a SystemError where nothing goes at all or
   * no answer came: then nobody knows whether it was done.
   */
  async ask(session: Session, request: QuickBooksRequest): Promise<Json> {
    const token = await this.#tokens.accessToken(session);
    try {
      return await this.#askWith(session, request, token);
    } catch (error) {
      if (!(error instanceof QuickBooksFault && isTokenRefused(error))) throw error;
      const next = await this.#tokens.accessToken(session, token);
      return this.#askWith(session, request, next).catch((again: unknown) => {
        if (!(again instanceof QuickBooksFault && isTokenRefused(again))) throw again;
        throw new SystemError('sign_in_needed', 'sign_in_needed', again.message, { cause: again });
      });
    }
  }

  async #askWith(session: Session, request: QuickBooksRequest, token: string): Promise<Json> {
    const { externalCompanyId, environment } = session.connection;
    if (externalCompanyId === null) {
      throw new SystemError('sign_in_needed', 'sign_in_needed', 'No company is chosen yet');
    }
    await this.#paceOf(externalCompanyId).wait(session.signal);
    const company = `${this.#addresses.api[environment]}/v3/company/${externalCompanyId}`;
    const url = new URL(`${company}/${request.path}`);
    const parameters = { ...request.parameters, minorversion: MINOR_VERSION };
    url.search = new URLSearchParams(parameters).toString();
    const { status, text } = await this.#fetch(session, url, request, token);
    return readAnswer(status, text);
  }

  async #fetch(
    session: Session,
    url: URL,
    { method = 'GET', body }: QuickBooksRequest,
    token: string,
  ) {
    const { timeoutMs = TIMEOUT_MS } = this.#options;
    try {
      const response = await fetch(url, {
        method,
        redirect: 'error',
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          'user-agent': `Chalkline/${version}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([session.signal, AbortSignal.timeout(timeoutMs)]),
      });
      return { status: response.status, text: await readLimited(response, MAX_ANSWER_BYTES) };
    } catch (cause) {
      throw new SystemError('unreachable', 'unreachable', 'QuickBooks does not answer', { cause });
    }
  }

  #paceOf(realm: string): RequestPace {
    const known = this.#paces.get(realm);
    if (known) return known;
    const pace = new RequestPace(this.#options.limits ?? INTUIT_LIMITS);
    this.#paces.set(realm, pace);
    return pace;
  }
}

const isTokenRefused = ({ status, code }: QuickBooksFault): boolean =>
  status === 401 || UNKNOWN_TOKEN.has(code);

/** An answer of 200 may hold a refusal all the same. */
function readAnswer(status: number, text: string): Json {
  if (status === 429) {
    throw new SystemError('busy', 'too_many', 'QuickBooks asks to wait', {
      afterSeconds: TOO_MANY_SECONDS,
    });
  }
  const body = parse(text);
  const fault = faultOf(status, body);
  if (fault) throw connectionFault(fault) ?? fault;
  if (status === 401) throw new QuickBooksFault(401, '3200', 'QuickBooks does not know the token');
  if (status === 403) {
    throw new SystemError('refused', 'wrong_environment', 'QuickBooks answered 403');
  }
  if (status >= 200 && status < 300 && typeof body === 'object' && body !== null) {
    return body as Json;
  }
  throw new SystemError('unreachable', 'unreachable', `QuickBooks answered ${status}`);
}

function connectionFault(fault: QuickBooksFault): SystemError | undefined {
  const { status, code, message, cause } = fault;
  if (status >= 500) return new SystemError('unreachable', 'unreachable', message, { cause });
  if (isTokenRefused(fault)) return undefined;
  const known = CONNECTION_FAULTS[code] ?? (status === 403 ? 'wrong_environment' : undefined);
  return known === undefined ? undefined : new SystemError('refused', known, message, { cause });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
