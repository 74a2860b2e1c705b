import { RecentAmounts } from '../../concurrency/recent-amounts.ts';
import type { ProcessorClock, ProcessorReading } from './processor-clock.ts';

/** Half of it is forgotten in this time: a pause of one caller shows soon. */
const HALF_LIFE_MS = 400;
/** Who waits this much of the time it runs is slowed down a little, or much. */
const SOME = 0.2;
const MUCH = 0.4;
/** Our own process has hardly a moment without work. */
const LOOP_FULL = 0.9;
const ALL = '';

export interface PressureOptions {
  readonly cores: number;
  readonly now: () => number;
  /** Of this process. */
  readonly own: ProcessorClock | undefined;
  /** The share of the time since the last call in which the event loop had work. */
  readonly utilization: () => number;
}

export type Felt = 'none' | 'some' | 'much';

/** Whether anybody has to wait for a processor, and who is not the cause of their own waiting. */
export class Pressure {
  readonly #cores: number;
  readonly #own: ProcessorClock | undefined;
  readonly #utilization: () => number;
  readonly #ran: RecentAmounts;
  readonly #waited: RecentAmounts;
  #lastOwn: ProcessorReading | undefined;
  #loopIsFull = false;
  #isKnown = false;
  #isCrowded = false;

  constructor({ cores, now, own, utilization }: PressureOptions) {
    this.#cores = cores;
    this.#own = own;
    this.#utilization = utilization;
    this.#ran = new RecentAmounts(HALF_LIFE_MS, now);
    this.#waited = new RecentAmounts(HALF_LIFE_MS, now);
    this.#lastOwn = own?.read();
  }

  /** `isKnown`: the kernel told. */
  add(key: string, { ran, waited }: ProcessorReading, isKnown: boolean): void {
    this.#isKnown = isKnown;
    for (const each of [key, ALL]) {
      this.#ran.add(each, ran);
      this.#waited.add(each, waited);
    }
  }

  /** `atOnce`: how many statements ran at a time since the last count. */
  count(atOnce: number): void {
    const reading = this.#own?.read();
    if (reading && this.#lastOwn) {
      this.#ran.add(ALL, reading.ran - this.#lastOwn.ran);
      this.#waited.add(ALL, reading.waited - this.#lastOwn.waited);
    }
    this.#lastOwn = reading;
    this.#loopIsFull = this.#utilization() > LOOP_FULL;
    this.#isCrowded = atOnce >= this.#cores;
  }

  stop(): void {
    this.#own?.close();
  }

  /** By anybody but this one. */
  feltWithout(key: string): Felt {
    if (this.#loopIsFull) return 'much';
    if (!this.#isKnown) return this.#isCrowded ? 'some' : 'none';
    const ran = this.#ran.of(ALL) - this.#ran.of(key);
    const waited = this.#waited.of(ALL) - this.#waited.of(key);
    if (waited <= SOME * ran) return 'none';
    return waited <= MUCH * ran ? 'some' : 'much';
  }
}
