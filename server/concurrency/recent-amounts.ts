const MAX_KEYS = 10_000;
/** Less than this is as good as nothing, whatever is counted. */
const NEGLIGIBLE = 0.01;

interface Amount {
  value: number;
  at: number;
}

/** How much of something each key had lately: the older, the less it counts. */
export class RecentAmounts {
  readonly #halfLifeMs: number;
  readonly #now: () => number;
  readonly #amounts = new Map<string, Amount>();

  constructor(halfLifeMs: number, now: () => number = () => performance.now()) {
    this.#halfLifeMs = halfLifeMs;
    this.#now = now;
  }

  add(key: string, value: number): void {
    const amount = this.#amounts.get(key);
    if (amount) {
      amount.value = this.#left(amount) + value;
      amount.at = this.#now();
      return;
    }
    if (this.#amounts.size >= MAX_KEYS) this.#forget();
    this.#amounts.set(key, { value, at: this.#now() });
  }

  of(key: string): number {
    const amount = this.#amounts.get(key);
    return amount ? this.#left(amount) : 0;
  }

  #left({ value, at }: Amount): number {
    return value * 2 ** ((at - this.#now()) / this.#halfLifeMs);
  }

  /** What is negligible, and where that is little the first that came: nobody can fill our memory with keys. */
  #forget(): void {
    for (const [key, amount] of this.#amounts) {
      if (this.#left(amount) < NEGLIGIBLE) this.#amounts.delete(key);
    }
    for (const key of this.#amounts.keys()) {
      if (this.#amounts.size <= MAX_KEYS / 2) break;
      this.#amounts.delete(key);
    }
  }
}
