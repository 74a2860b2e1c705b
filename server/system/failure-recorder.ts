import { hostname } from 'node:os';
import type { Sql } from '../database/sql/sql.ts';
import { errorClassOf, type Failure, type FailureSink } from '../http/failure-sink.ts';
import type { Logger } from '../http/log.ts';

/** What comes together is written together. */
const WRITE_AFTER_MS = 2_000;
/** Rows that wait for the database; more than that are only counted. */
const MAX_WAITING = 100;
const MAX_NAME_LENGTH = 200;

interface Waiting extends Omit<Failure, 'error'> {
  readonly at: number;
  readonly errorClass: string;
}

/**
 * Notes failures in memory and writes them beside the requests, so that no answer waits for it. When
 * the database is away, which is when most of them come, they wait for it to be back.
 */
export class FailureRecorder implements FailureSink {
  readonly #sql: Sql;
  readonly #log: Logger;
  readonly #writeAfterMs: number;
  #waiting: Waiting[] = [];
  #counts = { request: 0, job: 0 };
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #stopped = false;

  constructor(sql: Sql, log: Logger, writeAfterMs = WRITE_AFTER_MS) {
    this.#sql = sql;
    this.#log = log;
    this.#writeAfterMs = writeAfterMs;
  }

  record({ error, name, ...failure }: Failure): void {
    this.#counts[failure.kind] += 1;
    if (this.#waiting.length < MAX_WAITING) {
      const at = performance.now();
      const errorClass = errorClassOf(error);
      this.#waiting.push({ ...failure, name: name.slice(0, MAX_NAME_LENGTH), at, errorClass });
    }
    this.#plan();
  }

  /** Writes what waits; resolves also where that was not possible. */
  async write(): Promise<void> {
    const [waiting, counts] = [this.#waiting, this.#counts];
    if (counts.request + counts.job === 0) return;
    this.#waiting = [];
    this.#counts = { request: 0, job: 0 };
    try {
      await this.#sql`
        select monitoring.record_failures(${this.#sql.json(waiting.map(rowOf))},
          ${counts.request}, ${counts.job})`;
    } catch (error) {
      this.#log.debug({ err: error }, 'failures wait for the database');
      this.#waiting = [...waiting, ...this.#waiting].slice(0, MAX_WAITING);
      this.#counts.request += counts.request;
      this.#counts.job += counts.job;
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#writing;
    await this.write();
  }

  #plan(): void {
    if (this.#stopped || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#writing = this.write().finally(() => {
        this.#timer = undefined;
        if (this.#counts.request + this.#counts.job > 0) this.#plan();
      });
    }, this.#writeAfterMs).unref();
  }
}

function rowOf({ at, kind, name, status, requestId, errorClass }: Waiting): object {
  return {
    age_seconds: (performance.now() - at) / 1000,
    kind,
    name,
    status: status ?? null,
    request_id: requestId ?? null,
    error_class: errorClass,
    server: hostname(),
  };
}
