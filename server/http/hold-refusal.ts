import { setTimeout as delay } from 'node:timers/promises';
import { RecentAmounts } from '../concurrency/recent-amounts.ts';

const HOLD_MS = 300;
const MAX_HOLD_MS = 5_000;
/** So many of one address or account lately are told after the shortest time, more after longer. */
const FEW = 5;
const HALF_LIFE_MS = 10_000;
/** More than that waiting would cost memory; the rest hear it at once. */
const MAX_HELD = 1_000;

/** How long a refusal is kept back, by how many the same one had lately. */
export class RefusalTimes {
  readonly #refusals: RecentAmounts;

  constructor(now?: () => number) {
    this.#refusals = new RecentAmounts(HALF_LIFE_MS, now);
  }

  /** `who`: an address or an account; undefined where nobody can be told apart. */
  next(who: string | undefined): number {
    if (who === undefined) return HOLD_MS;
    this.#refusals.add(who, 1);
    return Math.min(MAX_HOLD_MS, HOLD_MS * Math.max(1, this.#refusals.of(who) / FEW));
  }
}

const times = new RefusalTimes();
let held = 0;

/**
 * For refusals that nobody honest meets in a row: told a little later, so that who asks again and
 * again takes a few turns a second, and not thousands, however many connections they have.
 */
export async function holdRefusal(who: string | undefined): Promise<void> {
  const holdMs = times.next(who);
  if (held >= MAX_HELD) return;
  held += 1;
  await delay(holdMs);
  held -= 1;
}
