import type { Measurement } from './load.ts';

/** Collects how long calls took. */
export class Times {
  readonly #milliseconds: number[] = [];
  errors = 0;

  /** Runs a call and notes its time; a refused one counts as an error. */
  async measure(call: () => Promise<Response>): Promise<Response> {
    const answer = await this.time(call);
    if (!answer.ok) this.errors++;
    return answer;
  }

  async time<T>(call: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const answer = await call();
    this.#milliseconds.push(performance.now() - begun);
    return answer;
  }

  summary(seconds: number): Measurement {
    const sorted = this.#milliseconds.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return {
      perSecond: sorted.length / seconds,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      p99Ms: at(0.99),
      errors: this.errors,
    };
  }
}
