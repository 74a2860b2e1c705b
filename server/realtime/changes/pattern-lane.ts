import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../database/sql/sql.ts';
import { FilterError } from './filter.ts';

const MAX_WAITING = 200;
/** Nothing runs for this many times as long as a search took: patterns get a quarter of a core. */
const REST = 3;
const MAX_REST_MS = 1_000;
const QUERY_CANCELED = '57014';

/**
 * Where patterns run, and nothing else: one after the other, on a connection whose statements end
 * after a fraction of a second, with rests in between. However many a stranger sends and however
 * long they would take, everybody else goes on.
 */
export class PatternLane {
  readonly #sql: Sql;
  #queue: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** `sql`: a single connection of its own, with a time-out. */
  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Rejects with FilterError when too many wait or the search takes too long. */
  run<T>(work: (sql: Sql) => Promise<T>, isWanted: () => boolean): Promise<T | undefined> {
    if (this.#waiting >= MAX_WAITING) {
      return Promise.reject(new FilterError('too many patterns are being searched for'));
    }
    this.#waiting++;
    let tookMs = 0;
    const result = this.#queue.then(async () => {
      if (!isWanted()) return undefined;
      const startedAt = performance.now();
      try {
        return await work(this.#sql);
      } catch (error) {
        throw isTimeout(error) ? new FilterError('the pattern takes too long') : error;
      } finally {
        tookMs = performance.now() - startedAt;
      }
    });
    this.#queue = result
      .catch(() => undefined)
      .then(async () => {
        this.#waiting--;
        await sleep(Math.min(tookMs * REST, MAX_REST_MS), undefined, { ref: false });
      });
    return result;
  }
}

function isTimeout(error: unknown): boolean {
  return (error as { code?: unknown }).code === QUERY_CANCELED;
}
