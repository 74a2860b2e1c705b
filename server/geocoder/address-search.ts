import type { RateLimit, RateLimits } from '../auth/rate-limits.ts';
import { RememberedAnswers } from '../concurrency/remembered-answers.ts';
import { type GeocoderClient, GeocoderError } from './geocoder-client.ts';
import type { GeocoderAnswer } from './geocoder-shapes.ts';

/** The usage policy of public Nominatim: one request a second, from all people and all servers together. */
const UPSTREAM: RateLimit = { key: 'geocoder', capacity: 1, perSeconds: 1 };
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/** Addresses, remembered for a day and asked no faster than the geocoder allows. */
export class AddressSearch {
  readonly #client: GeocoderClient;
  readonly #answers: RememberedAnswers<GeocoderAnswer>;

  constructor(client: GeocoderClient, limits: RateLimits) {
    this.#client = client;
    this.#answers = new RememberedAnswers({
      tryTakeTurn: () => limits.tryTake([UPSTREAM]),
      rememberedMs: REMEMBERED_MS,
      busy: () => new GeocoderError('busy', 'Many people are looking for addresses'),
    });
  }

  find(query: string, language: string): Promise<GeocoderAnswer> {
    return this.#answers.find(`${language} ${query.toLowerCase()}`, () =>
      this.#client.search(query, language, () => this.#answers.waitForTurn()),
    );
  }
}
