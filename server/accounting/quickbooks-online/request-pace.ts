import { setTimeout as sleep } from 'node:timers/promises';

/** So many in so long. */
export interface PaceLimit {
  readonly count: number;
  readonly windowMs: number;
}

/** Below Intuit's 10 a second and 500 a minute for a company: other apps of it are counted apart, repeats are not. */
export const INTUIT_LIMITS: readonly PaceLimit[] = [
  { count: 9, windowMs: 1_000 },
  { count: 450, windowMs: 60_000 },
];

/** Lets requests go as fast as every limit allows. */
export class RequestPace {
  readonly #limits: readonly PaceLimit[];
  readonly #now: () => number;
  /** When the newest went, or will go; the oldest first. */
  #times: number[] = [];

  constructor(limits: readonly PaceLimit[], now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  /** How long to wait for the turn that this call takes, in milliseconds. */
  take(): number {
    const now = this.#now();
    const longest = Math.max(...this.#limits.map(({ windowMs }) => windowMs));
    this.#times = this.#times.filter((time) => time > now - longest);
    const at = this.#limits.reduce((latest, { count, windowMs }) => {
      const before = this.#times.at(-count);
      return before === undefined ? latest : Math.max(latest, before + windowMs);
    }, now);
    this.#times.push(at);
    return at - now;
  }

  async wait(signal: AbortSignal): Promise<void> {
    const waitMs = this.take();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal });
  }
}
