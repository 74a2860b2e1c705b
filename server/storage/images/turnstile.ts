import { StorageError } from '../storage-error.ts';

/** Lets a few through at a time, a line wait, and sends the rest away: decoding pictures is dear. */
export class Turnstile {
  readonly #places: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(places: number, mostWaiting: number) {
    this.#places = places;
    this.#mostWaiting = mostWaiting;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#inside < this.#places) {
      this.#inside++;
      return;
    }
    if (this.#waiting.length >= this.#mostWaiting) {
      throw new StorageError({
        statusCode: 503,
        error: 'SlowDown',
        message: 'Too many images are being resized. Please try again.',
      });
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** A place is handed over rather than freed, so that nobody slips in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#inside--;
  }
}
