import type { RateLimit, RateLimits } from '../auth/rate-limits.ts';
import { RememberedAnswers } from '../concurrency/remembered-answers.ts';
import type { WeatherDay } from './open-meteo.ts';
import { type WeatherClient, WeatherError } from './weather-client.ts';

/** From all people and all servers together. */
const UPSTREAM: RateLimit = { key: 'weather', capacity: 5, perSeconds: 1 };
/** Services compute anew about once an hour. */
const REMEMBERED_MS = 10 * 60 * 1000;

/** The weather of a day, with who said so when. */
export interface KnownDay extends WeatherDay {
  readonly date: string;
  readonly source: string;
  readonly read_at: string;
}

/** Coordinates of about a kilometer; nothing finer leaves this server. */
export const rounded = (degrees: number): number => Math.round(degrees * 100) / 100;

/** Days, remembered for ten minutes and asked no faster than the service may be asked. */
export class WeatherDays {
  readonly #client: WeatherClient;
  readonly #answers: RememberedAnswers<KnownDay>;

  constructor(client: WeatherClient, limits: RateLimits) {
    this.#client = client;
    this.#answers = new RememberedAnswers({
      tryTakeTurn: () => limits.tryTake([UPSTREAM]),
      rememberedMs: REMEMBERED_MS,
      busy: () => new WeatherError('busy', 'Many people are asking for the weather'),
    });
  }

  find(latitude: number, longitude: number, date: string): Promise<KnownDay> {
    const [lat, lon] = [rounded(latitude), rounded(longitude)];
    return this.#answers.find(`${lat} ${lon} ${date}`, async () => {
      const now = new Date();
      const weather = await this.#client.day(lat, lon, date, now);
      return { ...weather, date, source: this.#client.host, read_at: now.toISOString() };
    });
  }
}
