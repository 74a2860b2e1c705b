import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const WINDOW_SECONDS = 300;

/** How long everybody waited for the one thread, second by second. */
export class EventLoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #seconds: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    this.#histogram.enable();
    this.#timer = setInterval(() => this.endSecond(), 1_000).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  endSecond(): void {
    this.#seconds.push(this.#current());
    this.#histogram.reset();
    if (this.#seconds.length > WINDOW_SECONDS) this.#seconds.shift();
  }

  /** The longest wait within one of the last 300 seconds, in seconds. */
  worst(): number {
    return Math.max(this.#current(), ...this.#seconds);
  }

  #current(): number {
    return Math.max(0, this.#histogram.max / 1e6 - RESOLUTION_MS) / 1_000;
  }
}
