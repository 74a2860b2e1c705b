import { readLimited } from '../http/read-limited.ts';
import { parametersOf, readAnswer, type WeatherDay } from './open-meteo.ts';

export type WeatherFailure = 'unreachable' | 'timeout' | 'refused' | 'busy' | 'unknown_answer';

export class WeatherError extends Error {
  readonly failure: WeatherFailure;

  constructor(failure: WeatherFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

const TIMEOUT_MS = 8_000;
const MAX_ANSWER_BYTES = 256 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
/** What a forecast still knows of the past; older days are in the archive. */
const FORECAST_DAYS = 90;
const ENDPOINT = /\/v1\/(forecast|archive)\/?$/;

/** Asks the service of WEATHER_URL, of the shape of Open-Meteo. */
export class WeatherClient {
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;

  /** With or without `/v1/forecast`; parameters, such as a key, go along. */
  constructor(url: string, userAgent: string) {
    this.#url = new URL(url);
    this.#headers = { 'user-agent': userAgent, accept: 'application/json' };
  }

  get host(): string {
    return this.#url.host;
  }

  async day(latitude: number, longitude: number, date: string, now: Date): Promise<WeatherDay> {
    const isOld = now.getTime() - Date.parse(date) > FORECAST_DAYS * DAY_MS;
    const address = this.#address(isOld ? '/v1/archive' : '/v1/forecast');
    const parameters = parametersOf(latitude, longitude, date);
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    const response = await this.#fetch(address, TIMEOUT_MS);
    if (!response.ok) {
      await response.body?.cancel();
      throw refusal(response.status, this.host);
    }
    const text = await readLimited(response, MAX_ANSWER_BYTES).catch((error: unknown) => {
      throw unreachable(this.host, error);
    });
    const day = readAnswer(parse(text), date, now);
    if (day) return day;
    const message = `${this.host} does not answer like /v1/forecast of Open-Meteo`;
    throw new WeatherError('unknown_answer', message);
  }

  /** Whether anything answers there; no place is asked for. */
  async isReachable(timeoutMs: number): Promise<boolean> {
    try {
      const response = await this.#fetch(this.#address('/v1/forecast'), timeoutMs);
      await response.body?.cancel();
      return response.status < 500;
    } catch {
      return false;
    }
  }

  #address(path: string): URL {
    const address = new URL(this.#url);
    address.pathname = `${address.pathname.replace(ENDPOINT, '').replace(/\/$/, '')}${path}`;
    return address;
  }

  /** A redirect is not followed: WEATHER_URL alone says who learns a place. */
  async #fetch(address: URL, timeoutMs: number): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await fetch(address, { headers: this.#headers, redirect: 'manual', signal });
    } catch (error) {
      throw unreachable(this.host, error);
    }
  }
}

function refusal(status: number, host: string): WeatherError {
  if (status === 429 || status === 503) return new WeatherError('busy', `${host} is busy`);
  return new WeatherError('refused', `${host} answered ${status}`);
}

function unreachable(host: string, cause: unknown): WeatherError {
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  if (isTimeout) return new WeatherError('timeout', `${host} took too long`, cause);
  return new WeatherError('unreachable', `${host} cannot be reached`, cause);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
