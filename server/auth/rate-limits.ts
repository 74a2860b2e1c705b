import type { Sql } from '../database/sql/sql.ts';
import { tooManyRequests } from './auth-error.ts';

/** A bucket that starts full with `capacity` and refills evenly within `perSeconds`. */
export interface RateLimit {
  readonly key: string;
  readonly capacity: number;
  readonly perSeconds: number;
}

export interface RateLimits {
  /** Throws 429 with Retry-After when a bucket is empty; takes nothing. */
  check(limits: readonly RateLimit[]): Promise<void>;
  /** Takes one from every bucket, or from none and throws 429 with Retry-After. */
  take(limits: readonly RateLimit[], code?: string): Promise<void>;
  /** Takes one from every bucket, or from none; the seconds to wait until that can succeed, or 0. */
  tryTake(limits: readonly RateLimit[]): Promise<number>;
  /** Puts back what a harmless request took: only failures count. */
  giveBack(limits: readonly RateLimit[]): Promise<void>;
}

export function createRateLimits(sql: Sql): RateLimits {
  const given = (limits: readonly RateLimit[]) => sql`
    ${limits.map(({ key }) => key)}::text[],
    ${limits.map(({ capacity }) => capacity)}::double precision[]`;
  const refilled = (limits: readonly RateLimit[]) => sql`
    ${given(limits)},
    ${limits.map(({ capacity, perSeconds }) => capacity / perSeconds)}::double precision[]`;
  const tryTake = async (limits: readonly RateLimit[]) => {
    const [row] = await sql<{ wait: number }[]>`
      select auth.take_rate_limits(${refilled(limits)}) as wait`;
    return row?.wait ?? 0;
  };
  return {
    async check(limits) {
      const [row] = await sql<{ wait: number }[]>`
        select auth.rate_limit_wait(${refilled(limits)}) as wait`;
      if (row && row.wait > 0) throw tooManyRequests(row.wait);
    },
    tryTake,
    async take(limits, code) {
      const wait = await tryTake(limits);
      if (wait > 0) throw tooManyRequests(wait, code);
    },
    async giveBack(limits) {
      await sql`select auth.give_back_rate_limits(${given(limits)})`;
    },
  };
}
