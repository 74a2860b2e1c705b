const HALF_LIFE_MS = 2_000;
/** Steady use of two thirds of a connection comes to this. */
const HEAVY_MS = 2_000;
const MAX_KEYS = 10_000;
/** Whoever works asks again sooner than this. */
const ALONE_MS = 1_000;

/** How long each caller had connections lately; older use counts less and less. */
export class RecentUse {
  readonly #now: () => number;
  readonly #uses = new Map<string, { ms: number; at: number }>();
  /** Who took a connection last, and since when nobody else did. */
  #last = { key: '', since: 0 };

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  take(key: string): void {
    if (key !== this.#last.key) this.#last = { key, since: this.#now() };
  }

  /** Nobody else had a connection lately who would have to wait. */
  isAlone(key: string): boolean {
    return key === this.#last.key && this.#now() - this.#last.since >= ALONE_MS;
  }

  add(key: string, ms: number): void {
    if (this.#uses.size >= MAX_KEYS) this.#forget();
    this.#uses.set(key, { ms: this.#msOf(key) + ms, at: this.#now() });
  }

  isHeavy(key: string): boolean {
    return this.#msOf(key) >= HEAVY_MS;
  }

  #msOf(key: string): number {
    const use = this.#uses.get(key);
    return use ? use.ms * 2 ** ((use.at - this.#now()) / HALF_LIFE_MS) : 0;
  }

  #forget(): void {
    for (const key of this.#uses.keys()) if (!this.isHeavy(key)) this.#uses.delete(key);
  }
}
