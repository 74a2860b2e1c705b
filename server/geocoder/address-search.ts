import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimit, RateLimits } from '../auth/rate-limits.ts';
import { type GeocoderClient, GeocoderError } from './geocoder-client.ts';
import type { GeocoderAnswer } from './geocoder-shapes.ts';

/** The usage policy of public Nominatim: one request a second, from all people and all servers together. */
const UPSTREAM: RateLimit = { key: 'geocoder', capacity: 1, perSeconds: 1 };
const MAX_WAIT_SECONDS = 6;
const MAX_CACHED = 1_000;
const CACHED_MS = 24 * 60 * 60 * 1000;

interface Cached {
  readonly until: number;
  readonly answer: GeocoderAnswer;
}

/** Addresses, remembered for a day and asked no faster than the geocoder allows. */
export class AddressSearch {
  readonly #client: GeocoderClient;
  readonly #limits: RateLimits;
  readonly #cache = new Map<string, Cached>();

  constructor(client: GeocoderClient, limits: RateLimits) {
    this.#client = client;
    this.#limits = limits;
  }

  async find(query: string, language: string): Promise<GeocoderAnswer> {
    const key = `${language} ${query.toLowerCase()}`;
    const known = this.#cache.get(key);
    if (known && known.until > Date.now()) return known.answer;
    await this.#waitForTurn();
    const answer = await this.#client.search(query, language, () => this.#waitForTurn());
    this.#remember(key, answer);
    return answer;
  }

  async #waitForTurn(): Promise<void> {
    let waitedSeconds = 0;
    for (;;) {
      const seconds = await this.#limits.tryTake([UPSTREAM]);
      if (seconds <= 0) return;
      waitedSeconds += seconds;
      if (waitedSeconds > MAX_WAIT_SECONDS) {
        throw new GeocoderError('busy', 'Many people are looking for addresses');
      }
      await sleep(seconds * 1000);
    }
  }

  #remember(key: string, answer: GeocoderAnswer): void {
    this.#cache.delete(key);
    this.#cache.set(key, { until: Date.now() + CACHED_MS, answer });
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
  }
}
