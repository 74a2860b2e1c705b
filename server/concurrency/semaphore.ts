export class QueueFullError extends Error {}

/** A share of the queue that one account or one address may fill with what it has waiting. */
export interface Lane {
  readonly key: string;
  readonly maxWaiting: number;
}

/**
 * Runs at most `permits` jobs at once, first come, first served. More than `maxWaiting` waiting is
 * refused, and so is more than a lane's share: whoever floods the queue only delays themselves.
 */
export class Semaphore {
  readonly #permits: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  readonly #waitingIn = new Map<string, number>();
  #running = 0;

  constructor(permits: number, maxWaiting: number) {
    this.#permits = permits;
    this.#maxWaiting = maxWaiting;
  }

  async run<T>(job: () => Promise<T>, lanes: readonly Lane[] = []): Promise<T> {
    await this.#acquire(lanes);
    try {
      return await job();
    } finally {
      this.#release();
    }
  }

  /** Throws where `run` would, before anything has been spent on the job. */
  check(lanes: readonly Lane[]): void {
    if (this.#running < this.#permits) return;
    const isFull =
      this.#waiting.length >= this.#maxWaiting ||
      lanes.some(({ key, maxWaiting }) => (this.#waitingIn.get(key) ?? 0) >= maxWaiting);
    if (isFull) throw new QueueFullError();
  }

  async #acquire(lanes: readonly Lane[]): Promise<void> {
    this.check(lanes);
    if (this.#running < this.#permits) {
      this.#running += 1;
      return;
    }
    for (const { key } of lanes) this.#count(key, 1);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    for (const { key } of lanes) this.#count(key, -1);
  }

  /** A finished job hands its permit to the next one, so a newcomer can never overtake. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }

  #count(key: string, change: 1 | -1): void {
    const count = (this.#waitingIn.get(key) ?? 0) + change;
    if (count === 0) this.#waitingIn.delete(key);
    else this.#waitingIn.set(key, count);
  }
}
