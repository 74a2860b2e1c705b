import { readFileSync } from 'node:fs';

const EVERY_MS = 10;
const LONG_MS = 100;

/** Of the main thread between two looks at its timers, which is how long everybody waited for it, in milliseconds. */
export interface Stretch {
  readonly took: number;
  /** Of that on a processor: what the server did itself. */
  readonly worked: number;
  /** Of that ready to run, while other programs had the processors. */
  readonly queued: number;
  /** Whose handlers began in it. */
  readonly routes: readonly string[];
}

export interface Work {
  readonly longest: Stretch;
  /** The one with the most processor time. */
  readonly hardest: Stretch;
  /** How often that was more than 100 ms. */
  readonly long: number;
}

export const NO_WORK: Work = {
  longest: { took: 0, worked: 0, queued: 0, routes: [] },
  hardest: { took: 0, worked: 0, queued: 0, routes: [] },
  long: 0,
};

/** Linux alone says what a thread did and waited for. */
export class ThreadWork {
  #work = NO_WORK;
  #before = readThread();
  #routes: string[] = [];

  note(route: string): void {
    this.#routes.push(route);
  }

  start(): void {
    setInterval(() => this.#look(), EVERY_MS).unref();
  }

  /** Since this was asked last. */
  take(): Work {
    const taken = this.#work;
    this.#work = NO_WORK;
    this.#before = readThread();
    return taken;
  }

  #look(): void {
    const now = readThread();
    const stretch = {
      took: now.at - this.#before.at - EVERY_MS,
      worked: now.worked - this.#before.worked,
      queued: now.queued - this.#before.queued,
      routes: this.#routes,
    };
    this.#before = now;
    this.#routes = [];
    const { longest, hardest, long } = this.#work;
    this.#work = {
      longest: stretch.took > longest.took ? stretch : longest,
      hardest: stretch.worked > hardest.worked ? stretch : hardest,
      long: long + (stretch.worked > LONG_MS ? 1 : 0),
    };
  }
}

function readThread() {
  const text = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8');
  const [worked = 0, queued = 0] = text.split(' ').map((nanoseconds) => Number(nanoseconds) / 1e6);
  return { at: performance.now(), worked, queued };
}
