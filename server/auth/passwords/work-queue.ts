export class QueueFullError extends Error {}

/** A share of the queue that one account or one address may fill with what it has waiting. */
export interface Lane {
  readonly key: string;
  readonly depth: number;
}

/**
 * Runs at most `width` jobs at once, in order of arrival. More than `depth` waiting is refused, and
 * more than its share of one lane: whoever floods the queue waits for themselves.
 */
export class WorkQueue {
  readonly #width: number;
  readonly #depth: number;
  readonly #waiting: (() => void)[] = [];
  readonly #waitingIn = new Map<string, number>();
  #running = 0;

  constructor(width: number, depth: number) {
    this.#width = width;
    this.#depth = depth;
  }

  async run<T>(lanes: readonly Lane[], job: () => Promise<T>): Promise<T> {
    await this.#enter(lanes);
    try {
      return await job();
    } finally {
      this.#leave();
    }
  }

  /** Throws where `run` would, before anything has been spent on the job. */
  check(lanes: readonly Lane[]): void {
    if (this.#running < this.#width) return;
    const isFull =
      this.#waiting.length >= this.#depth ||
      lanes.some(({ key, depth }) => (this.#waitingIn.get(key) ?? 0) >= depth);
    if (isFull) throw new QueueFullError();
  }

  async #enter(lanes: readonly Lane[]): Promise<void> {
    this.check(lanes);
    if (this.#running < this.#width) {
      this.#running += 1;
      return;
    }
    for (const { key } of lanes) this.#count(key, 1);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    for (const { key } of lanes) this.#count(key, -1);
  }

  /** A finished job hands its place to the next one, so a newcomer can never overtake. */
  #leave(): void {
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
