import { readLimited } from '../http/read-limited.ts';
import { type GeocoderAnswer, type GeocoderKind, SHAPES } from './geocoder-shapes.ts';

export interface GeocoderSettings {
  /** With or without `/search` or `/api`; parameters, such as a key, go along. */
  readonly url: string;
  /** Found out with the first search where it is left out. */
  readonly kind: GeocoderKind | undefined;
}

export type GeocoderFailure = 'unreachable' | 'timeout' | 'refused' | 'busy' | 'unknown_answer';

export class GeocoderError extends Error {
  readonly failure: GeocoderFailure;

  constructor(failure: GeocoderFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

const TIMEOUT_MS = 8_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const KINDS: readonly GeocoderKind[] = ['nominatim', 'photon'];

/** Asks the geocoder of GEOCODER_URL and finds out which kind it is. */
export class GeocoderClient {
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  #kind: GeocoderKind | undefined;

  constructor({ url, kind }: GeocoderSettings, userAgent: string) {
    this.#url = new URL(url);
    this.#kind = kind ?? kindByPath(this.#url);
    this.#headers = { 'user-agent': userAgent, accept: 'application/json' };
  }

  get host(): string {
    return this.#url.host;
  }

  get kind(): GeocoderKind | undefined {
    return this.#kind;
  }

  /** `pause` is awaited before each further request: public geocoders count them. */
  async search(
    query: string,
    language: string,
    pause: () => Promise<void>,
  ): Promise<GeocoderAnswer> {
    const kinds = this.#kind ? [this.#kind] : KINDS;
    for (const [index, kind] of kinds.entries()) {
      if (index > 0) await pause();
      const answer = await this.#ask(kind, query, language);
      if (!answer) continue;
      this.#kind = kind;
      return answer;
    }
    throw new GeocoderError(
      'unknown_answer',
      `${this.host} does not answer like ${kinds.map((kind) => SHAPES[kind].path).join(' or ')} of a geocoder`,
    );
  }

  /** Whether anything answers there; no address is asked for. */
  async isReachable(timeoutMs: number): Promise<boolean> {
    const address = new URL(this.#url);
    address.pathname = address.pathname.replace(ENDPOINT, '').replace(/\/?$/, '/status');
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(address, { headers: this.#headers, redirect: 'manual', signal });
      await response.body?.cancel();
      return response.status < 500;
    } catch {
      return false;
    }
  }

  async #ask(kind: GeocoderKind, query: string, language: string): Promise<GeocoderAnswer | null> {
    const address = addressOf(this.#url, kind);
    const parameters = SHAPES[kind].parametersOf(query, language);
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    const response = await this.#fetch(address);
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw refusal(response.status, this.host);
    }
    const text = await readLimited(response, MAX_ANSWER_BYTES).catch((error: unknown) => {
      throw unreachable(this.host, error);
    });
    return SHAPES[kind].read(parse(text));
  }

  /** A redirect is not followed: GEOCODER_URL alone says who learns an address. */
  async #fetch(address: URL): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return await fetch(address, { headers: this.#headers, redirect: 'manual', signal });
    } catch (error) {
      throw unreachable(this.host, error);
    }
  }
}

const ENDPOINT = /\/(search(\.php)?|api)\/?$/;

function kindByPath({ pathname }: URL): GeocoderKind | undefined {
  const [, endpoint] = ENDPOINT.exec(pathname) ?? [];
  if (endpoint === undefined) return undefined;
  return endpoint === 'api' ? 'photon' : 'nominatim';
}

function addressOf(url: URL, kind: GeocoderKind): URL {
  const address = new URL(url);
  if (!ENDPOINT.test(address.pathname)) {
    address.pathname = `${address.pathname.replace(/\/$/, '')}${SHAPES[kind].path}`;
  }
  return address;
}

function refusal(status: number, host: string): GeocoderError {
  if (status === 429 || status === 503) return new GeocoderError('busy', `${host} is busy`);
  return new GeocoderError('refused', `${host} answered ${status}`);
}

function unreachable(host: string, cause: unknown): GeocoderError {
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  if (isTimeout) return new GeocoderError('timeout', `${host} took too long`, cause);
  return new GeocoderError('unreachable', `${host} cannot be reached`, cause);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
