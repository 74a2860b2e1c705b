import { setTimeout as sleep } from 'node:timers/promises';
import { RecentAmounts } from '../../concurrency/recent-amounts.ts';
import { tooManyRequests } from '../auth-error.ts';

/** A crew of sixty that signs in from one site office has fewer wrong ones than this at a time. */
const FREE = 20;
const HALF_LIFE_MS = 60_000;
/** Nothing is hashed for this many times as long as the last one took: a tenth of a core is left. */
const REST = 9;
/** Who signs in from the same address meanwhile waits for a few of them at most. */
const MAX_REST_MS = 500;
const MAX_WAITING = 10;

interface Line {
  last: Promise<unknown>;
  waiting: number;
}

interface Clock {
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
}

const CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
};

/**
 * A wrong password costs the server as much as the right one, forty milliseconds of a core, and an
 * address may have hundreds of them before its limit refuses any. From the twentieth on they are
 * taken one after the other, with rests.
 */
export class GuessPace {
  readonly #clock: Clock;
  readonly #wrong: RecentAmounts;
  readonly #lines = new Map<string, Line>();

  constructor(clock: Clock = CLOCK) {
    this.#clock = clock;
    this.#wrong = new RecentAmounts(HALF_LIFE_MS, clock.now);
  }

  /** `address`: undefined where nobody can be told apart. What rejects was a wrong one. */
  async take<T>(address: string | undefined, work: () => Promise<T>): Promise<T> {
    if (address === undefined) return work();
    const result = this.#wrong.of(address) < FREE ? work() : this.#inLine(address, work);
    try {
      return await result;
    } catch (error) {
      this.note(address);
      throw error;
    }
  }

  /** Something else that costs as much as a wrong password. */
  note(address: string | undefined): void {
    if (address !== undefined) this.#wrong.add(address, 1);
  }

  async #inLine<T>(address: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(address) ?? { last: Promise.resolve(), waiting: 0 };
    if (line.waiting >= MAX_WAITING) throw tooManyRequests(5);
    this.#lines.set(address, line);
    line.waiting += 1;
    let tookMs = 0;
    const result = line.last.then(async () => {
      const startedAt = this.#clock.now();
      try {
        return await work();
      } finally {
        tookMs = this.#clock.now() - startedAt;
      }
    });
    line.last = result
      .catch(() => undefined)
      .then(async () => {
        await this.#clock.sleep(Math.min(tookMs * REST, MAX_REST_MS));
        line.waiting -= 1;
        if (line.waiting === 0) this.#lines.delete(address);
      });
    return result;
  }
}
