import type { Sql } from '../database/sql/sql.ts';
import type { Logger } from '../http/log.ts';

interface Queue {
  readonly sql: Sql;
  readonly log: Logger;
  /** What the database notifies on when something was queued. */
  readonly channel: string;
  /** Logged while the database is away. */
  readonly waiting: string;
  /** Sends what is due now. */
  readonly work: () => Promise<void>;
  /** Called whenever something may be due, also while `work` is at it. */
  readonly onWake?: () => void;
  /** Done beside it now and then. */
  readonly alsoAtPoll?: () => Promise<void>;
}

const POLL_MS = 5_000;

/** Works through a queue: woken by the database, and now and then by itself. One round at a time. */
export class QueueWorker {
  readonly #queue: Queue;
  #timer: NodeJS.Timeout | undefined;
  #unlisten: (() => Promise<void>) | undefined;
  #round: Promise<void> | undefined;
  #wanted = false;
  #stopped = false;

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#poll(), POLL_MS);
    const { sql, channel } = this.#queue;
    const { unlisten } = await sql.listen(channel, () => void this.drain());
    this.#unlisten = unlisten;
    void this.drain();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#unlisten?.().catch(() => undefined);
    await this.#round;
  }

  /** Resolves once the queue, as it was at the call or later, has been worked through. */
  async drain(): Promise<void> {
    this.#wanted = true;
    this.#queue.onWake?.();
    this.#round ??= this.#workOn().finally(() => {
      this.#round = undefined;
    });
    await this.#round;
  }

  async #poll(): Promise<void> {
    await this.drain();
    await this.#queue.alsoAtPoll?.();
  }

  async #workOn(): Promise<void> {
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false;
      try {
        await this.#queue.work();
      } catch (error) {
        this.#queue.log.warn({ err: error }, this.#queue.waiting);
        return;
      }
    }
  }
}
