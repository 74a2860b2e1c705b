import type { Config } from '../config.ts';
import { type ProjectFunction, projectFunction } from '../database/project-function.ts';
import type { Sql } from '../database/sql/sql.ts';
import type { Logger } from '../http/log.ts';
import type { WeatherDays } from './weather-days.ts';

interface Place {
  readonly key: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly day: string;
}

interface Hooks {
  readonly places: ProjectFunction;
  readonly store: ProjectFunction;
}

const ROUND_MS = 5 * 60 * 1000;

/** `[weather] places` and `store` of config.toml; undefined where the project names none. */
export function weatherHooks(config: Pick<Config, 'project'>): Hooks | undefined {
  const places = projectFunction(config, 'weather', 'places');
  const store = projectFunction(config, 'weather', 'store');
  return places && store && { places, store };
}

/** Reads the weather of the places that the project wants to know about, and hands it over. */
export class WeatherReader {
  readonly #sql: Sql;
  readonly #days: WeatherDays;
  readonly #hooks: Hooks;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<unknown> | undefined;
  #stopped = false;

  constructor(sql: Sql, days: WeatherDays, hooks: Hooks, log: Logger) {
    this.#sql = sql;
    this.#days = days;
    this.#hooks = hooks;
    this.#log = log;
  }

  start(): void {
    this.#plan(0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#round;
  }

  #plan(milliseconds: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#round = this.readWanted()
        .catch((error: unknown) => this.#log.warn({ err: error }, 'The weather could not be read'))
        .finally(() => this.#plan(ROUND_MS));
    }, milliseconds);
    this.#timer.unref();
  }

  /** A place whose weather cannot be had keeps no other from it; the next round tries again. */
  async readWanted(): Promise<number> {
    const { schema, name } = this.#hooks.places;
    const sql = this.#sql;
    const places = await sql<Place[]>`
      select key, latitude, longitude, day::text from ${sql(schema)}.${sql(name)}()`;
    let stored = 0;
    for (const place of places) {
      if (this.#stopped) break;
      stored += (await this.#read(place)) ? 1 : 0;
    }
    return stored;
  }

  async #read({ key, latitude, longitude, day }: Place): Promise<boolean> {
    const { schema, name } = this.#hooks.store;
    const sql = this.#sql;
    try {
      const weather = await this.#days.find(latitude, longitude, day);
      await sql`select ${sql(schema)}.${sql(name)}(${key}::text, ${day}::date, ${sql.json(weather as never)})`;
      return true;
    } catch (error) {
      this.#log.warn({ err: error }, 'The weather of a place could not be read');
      return false;
    }
  }
}
