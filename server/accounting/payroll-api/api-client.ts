import https from 'node:https';
import { type ApiAnswer, readAnswer } from './read-answer.ts';

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly contentType?: string;
}

export interface ApiSettings {
  readonly origin: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** PEM or PKCS#12, shown in every handshake. */
  readonly certificate?:
    | { readonly cert: string; readonly key: string }
    | { readonly pfx: Buffer; readonly passphrase: string }
    | undefined;
  /** PEM of an authority to trust beside the known ones; tests have their own. */
  readonly ca?: string;
  readonly timeoutMs?: number;
}

/** Nothing arrived there: asking again does nothing twice. */
export class NotSentError extends Error {}
/** It may have been done there or not: no complete answer came. */
export class UnansweredError extends Error {}
/** The client id, its secret or the certificate are not accepted. */
export class CredentialsError extends Error {}

/** Payroll systems answer slowly while they compute. */
const TIMEOUT_MS = 60_000;
/** A token is renewed this long before it ends. */
const SPARE_MS = 60_000;

/**
 * A payroll system with OAuth client credentials, by HTTPS, with a client certificate where it asks for one.
 * Global `fetch` shows none, so requests are made with `node:https`.
 */
export class ApiClient {
  readonly #settings: ApiSettings;
  readonly #agent: https.Agent;
  #token: { readonly value: string; readonly until: number } | undefined;

  constructor(settings: ApiSettings) {
    this.#settings = settings;
    const { certificate, ca } = settings;
    this.#agent = new https.Agent({ keepAlive: true, ...certificate, ...(ca && { ca }) });
  }

  /** A token that ended early is renewed once. */
  async request(path: string, request: ApiRequest = {}): Promise<ApiAnswer> {
    const answer = await this.#authorized(path, request);
    if (answer.status !== 401) return answer;
    this.#token = undefined;
    const again = await this.#authorized(path, request);
    if (again.status === 401) throw new CredentialsError('The access token is not accepted');
    return again;
  }

  close(): void {
    this.#agent.destroy();
  }

  async #authorized(path: string, request: ApiRequest): Promise<ApiAnswer> {
    const token = await this.#accessToken();
    const url = new URL(this.#settings.origin + path);
    for (const [name, value] of Object.entries(request.query ?? {}))
      url.searchParams.set(name, value);
    const { body, contentType = 'application/json' } = request;
    return this.#send(url, request.method ?? 'GET', {
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': contentType }),
        ...request.headers,
      },
      text: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  async #accessToken(): Promise<string> {
    if (this.#token && this.#token.until > Date.now()) return this.#token.value;
    const { tokenUrl, clientId, clientSecret } = this.#settings;
    const answer = await this.#send(new URL(tokenUrl), 'POST', {
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      text: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }).toString(),
    }).catch((error: unknown) => {
      // Asking for a token changes nothing there.
      if (error instanceof UnansweredError) throw new NotSentError(error.message, { cause: error });
      throw error;
    });
    this.#token = readToken(answer);
    return this.#token.value;
  }

  #send(
    url: URL,
    method: string,
    { headers, text }: { headers: Record<string, string>; text: string | undefined },
  ): Promise<ApiAnswer> {
    const timeoutMs = this.#settings.timeoutMs ?? TIMEOUT_MS;
    return new Promise((resolve, reject) => {
      let isHandedOver = false;
      const signal = AbortSignal.timeout(timeoutMs);
      const content = text === undefined ? undefined : Buffer.from(text);
      const request = https.request(url, {
        method,
        agent: this.#agent,
        signal,
        headers: { ...headers, ...(content && { 'content-length': String(content.length) }) },
      });
      const fail = (error: Error) => reject(failure(error, url.host, isHandedOver));
      request.on('socket', (socket) => {
        if (!socket.connecting) isHandedOver = true;
        else socket.once('secureConnect', () => (isHandedOver = true));
      });
      request.on('response', (response) => readAnswer(response).then(resolve, fail));
      request.on('error', fail);
      request.end(content);
    });
  }
}

function readToken(answer: ApiAnswer): { value: string; until: number } {
  const { access_token: value, expires_in: seconds } = (answer.body ?? {}) as Record<
    string,
    unknown
  >;
  if (answer.status === 200 && typeof value === 'string') {
    const lifetime = typeof seconds === 'number' ? seconds * 1000 : 0;
    return { value, until: Date.now() + Math.max(lifetime - SPARE_MS, 1000) };
  }
  if ([400, 401, 403].includes(answer.status)) {
    throw new CredentialsError(`The client id and its secret are not accepted (${answer.status})`);
  }
  throw new NotSentError(`No access token (${answer.status})`);
}

function failure(error: Error, host: string, isHandedOver: boolean): Error {
  const { code = '' } = error as NodeJS.ErrnoException;
  // With TLS 1.3 a server refuses a client's certificate only after our side of the handshake is done.
  if (/^ERR_(SSL|TLS|OSSL)/.test(code)) {
    return new CredentialsError(`${host} does not accept the certificate (${code})`, {
      cause: error,
    });
  }
  const message = `${host} did not answer${code && code !== 'ABORT_ERR' ? ` (${code})` : ''}`;
  return isHandedOver
    ? new UnansweredError(message, { cause: error })
    : new NotSentError(message, { cause: error });
}
