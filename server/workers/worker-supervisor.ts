import cluster, { type Worker } from 'node:cluster';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../startup-error.ts';
import type { MetricFamily } from '../team/figures.ts';
import { LockTable } from '../team/locks.ts';
import type { Assignment, ToMain, ToWorker } from './messages.ts';

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;
/** One that served for so long did not fail because of how it started. */
const STEADY_MS = 10_000;
const STOP_TIMEOUT_MS = 15_000;
const FIGURES_TIMEOUT_MS = 1_000;

interface Collection {
  readonly asker: Worker;
  readonly id: number;
  readonly awaited: Set<number>;
  readonly figures: Map<number, readonly MetricFamily[]>;
  readonly timer: NodeJS.Timeout;
}

/**
 * The main process' side: keeps every place taken by a worker. One that ends without having been asked
 * to is replaced, at once the first time and later each time it does not last.
 */
export class WorkerSupervisor {
  readonly #assign: (place: number, isFirst: boolean) => Assignment;
  readonly #size: number;
  readonly #tell: (news: string) => void;
  readonly #workers = new Map<number, Worker>();
  readonly #locks = new LockTable();
  readonly #collections = new Map<number, Collection>();
  readonly #stopping = new AbortController();
  #collectionCount = 0;

  constructor(
    size: number,
    assign: (place: number, isFirst: boolean) => Assignment,
    tell: (news: string) => void,
  ) {
    this.#size = size;
    this.#assign = assign;
    this.#tell = tell;
    // Never hands connections out itself: it would forget those it was handing to one that dies.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({
      exec: path.join(import.meta.dirname, 'worker.ts'),
      args: [],
      // Maps, and errors' texts as they are.
      serialization: 'advanced',
    });
  }

  /** Resolves when all of them serve. The first may have something to do before the others. */
  async start(firstAlone: boolean): Promise<void> {
    const [first, ...others] = Array.from({ length: this.#size }, (_, index) => index + 1);
    const begin = async (place: number) => this.#keep(place, await this.#begin(place, true));
    if (firstAlone) await begin(first ?? 1);
    await Promise.all((firstAlone ? others : [first ?? 1, ...others]).map(begin));
  }

  /** In order: requests under way are answered. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const ending = [...this.#workers.values()].map(async (worker) => {
      const ended = new Promise((resolve) => worker.process.once('exit', resolve));
      if (worker.isDead()) return;
      send(worker, { kind: 'stop' });
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    });
    await Promise.all(ending);
  }

  /** Resolves when the worker of that place serves. */
  #begin(place: number, isFirst: boolean): Promise<Worker> {
    const worker = cluster.fork();
    this.#workers.set(place, worker);
    worker.on('error', () => undefined);
    return new Promise((resolve, reject) => {
      let failure: Error | undefined;
      worker.on('message', (message: ToMain) => {
        if (message.kind === 'serving') resolve(worker);
        else if (message.kind === 'failed') failure = asError(message);
        else this.#hear(place, worker, message);
      });
      worker.once('exit', (code, signal) => {
        if (this.#workers.get(place) === worker) this.#workers.delete(place);
        this.#locks.forget(worker.id);
        for (const [id, { awaited }] of this.#collections) {
          if (awaited.delete(place)) this.#answerIfComplete(id);
        }
        reject(failure ?? new Error(`it ended (${signal ?? code})`));
      });
      if (this.#stopping.signal.aborted) worker.process.kill('SIGKILL');
      else send(worker, { kind: 'serve', assignment: this.#assign(place, isFirst) });
    });
  }

  /** From when it serves. */
  #keep(place: number, worker: Worker): void {
    const servesSince = performance.now();
    worker.once('exit', (code, signal) => {
      if (this.#stopping.signal.aborted) return;
      this.#tell(`Worker ${place} ended unexpectedly (${signal ?? code}). Starting another one.`);
      const lasted = performance.now() - servesSince > STEADY_MS;
      void this.#replace(place, lasted ? 0 : FIRST_WAIT_MS);
    });
  }

  async #replace(place: number, firstWaitMs: number): Promise<void> {
    let waitMs = firstWaitMs;
    let lastReason = '';
    for (;;) {
      await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      if (this.#stopping.signal.aborted) return;
      try {
        this.#keep(place, await this.#begin(place, false));
        return;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        const reason = (error as Error).message;
        if (reason !== lastReason) this.#tell(`Worker ${place} could not start: ${reason}`);
        lastReason = reason;
        waitMs = Math.min(Math.max(waitMs * 2, FIRST_WAIT_MS), MAX_WAIT_MS);
      }
    }
  }

  #hear(place: number, worker: Worker, message: ToMain): void {
    if (message.kind === 'lock') {
      const granted = this.#locks.take(message.name, worker.id);
      send(worker, { kind: 'locked', id: message.id, granted });
    } else if (message.kind === 'unlock') {
      this.#locks.giveBack(message.name, worker.id);
    } else if (message.kind === 'ask figures') {
      this.#collect(worker, place, message.id);
    } else if (message.kind === 'my figures') {
      const collection = this.#collections.get(message.id);
      if (!collection?.awaited.delete(place)) return;
      collection.figures.set(place, message.families);
      this.#answerIfComplete(message.id);
    }
  }

  /** Whoever does not answer in time is left out. */
  #collect(asker: Worker, askersPlace: number, id: number): void {
    const number = ++this.#collectionCount;
    const others = [...this.#workers].filter(([place]) => place !== askersPlace);
    this.#collections.set(number, {
      asker,
      id,
      awaited: new Set(others.map(([place]) => place)),
      figures: new Map(),
      timer: setTimeout(() => this.#answer(number), FIGURES_TIMEOUT_MS),
    });
    for (const [, other] of others) send(other, { kind: 'tell figures', id: number });
    this.#answerIfComplete(number);
  }

  #answerIfComplete(number: number): void {
    if (this.#collections.get(number)?.awaited.size === 0) this.#answer(number);
  }

  #answer(number: number): void {
    const collection = this.#collections.get(number);
    if (!collection) return;
    this.#collections.delete(number);
    clearTimeout(collection.timer);
    send(collection.asker, { kind: 'figures', id: collection.id, of: collection.figures });
  }
}

/** One that has just died does not hear it. */
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

function asError({ message, isAdvice }: { message: string; isAdvice: boolean }): Error {
  return isAdvice ? new StartupError(message) : new Error(message);
}
