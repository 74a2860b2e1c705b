export class QueueFullError extends Error {}

/** Runs at most `width` jobs at once, in order of arrival; more than `depth` waiting is refused. */
export class WorkQueue {
  readonly #width: number;
  readonly #depth: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(width: number, depth: number) {
    this.#width = width;
    this.#depth = depth;
  }

  async run<T>(job: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await job();
    } finally {
      this.#leave();
    }
  }

  #enter(): Promise<void> {
    if (this.#running < this.#width) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.#depth) throw new QueueFullError();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** A finished job hands its place to the next one, so a newcomer can never overtake. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
