import { availableParallelism } from 'node:os';
import { HttpError } from '../http/http-error.ts';
import { RecentUse } from './recent-use.ts';
import { Connection } from './wire/connection.ts';
import type { Endpoint } from './wire/endpoint.ts';

/** Asked once: the answer is read from files of the system. */
const CORES = availableParallelism();

export interface PoolOptions {
  readonly size: number;
  /** How many requests may wait for a connection before further ones are turned away. */
  readonly queueLimit: number;
  readonly queueTimeoutMs: number;
}

/** Whose request it is and how many connections those may have at once. */
export interface Share {
  readonly key: string;
  /** Of the whole pool: a half, a quarter. */
  readonly part: number;
  /** One account: has one connection while it keeps the database busy and others work. */
  readonly yields?: boolean;
}

interface Waiting {
  readonly share: Share;
  resolve(connection: Connection): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

/** Connections for callers' requests, opened when needed, with a bounded queue before them. */
export class ConnectionPool {
  readonly #endpoint: Endpoint;
  readonly #options: PoolOptions;
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();
  readonly #queue = new Set<Waiting>();
  /** By key of share: connections in use, and requests in the queue. */
  readonly #used = new Map<string, number>();
  readonly #waiting = new Map<string, number>();
  readonly #takenAt = new Map<Connection, number>();
  readonly #recent = new RecentUse();
  #opening = 0;
  #closed = false;

  constructor(endpoint: Endpoint, options: PoolOptions) {
    this.#endpoint = endpoint;
    this.#options = options;
  }

  get stats(): { open: number; idle: number; waiting: number } {
    return { open: this.#all.size, idle: this.#idle.length, waiting: this.#queue.size };
  }

  /** Resolves at once while a connection is idle; 503 when the queue is full or moves too slowly. */
  acquire(share: Share): Connection | Promise<Connection> {
    if (this.#hasRoom(share)) {
      for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
        if (!idle.closed) return this.#take(idle, share);
      }
    }
    if (this.#closed || this.#isQueueFull(share)) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#leaveQueue(waiting).reject(overloaded()),
        this.#options.queueTimeoutMs,
      );
      const waiting: Waiting = { share, resolve, reject, timer };
      this.#queue.add(waiting);
      count(this.#waiting, share.key, 1);
      this.#openForQueue();
    });
  }

  /** `share`: as it was acquired. */
  release(connection: Connection, share: Share): void {
    count(this.#used, share.key, -1);
    this.#recordUse(connection, share);
    this.#offer(connection);
    // This one may be broken, while another of the share waits for room beside idle connections.
    const idle = this.#nextInQueue() && this.#idle.pop();
    if (idle) this.#offer(idle);
  }

  /** Lets running requests finish, then closes. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#queue) this.#leaveQueue(waiting).reject(overloaded());
    for (const connection of this.#idle.splice(0)) connection.close();
    await Promise.all(
      [...this.#all].map(
        (connection) => new Promise<void>((resolve) => connection.onClose(resolve)),
      ),
    );
  }

  #offer(connection: Connection): void {
    if (this.#closed) connection.close();
    else if (connection.closed) this.#openForQueue();
    else if (!this.#serve(connection)) this.#idle.push(connection);
  }

  #take(connection: Connection, share: Share): Connection {
    count(this.#used, share.key, 1);
    this.#takenAt.set(connection, performance.now());
    this.#recent.take(share.key);
    return connection;
  }

  #recordUse(connection: Connection, share: Share): void {
    const takenAt = this.#takenAt.get(connection);
    this.#takenAt.delete(connection);
    if (share.yields && takenAt !== undefined) {
      this.#recent.add(share.key, performance.now() - takenAt);
    }
  }

  #hasRoom({ key, part, yields }: Share): boolean {
    const { size } = this.#options;
    const used = this.#used.get(key) ?? 0;
    const most = Math.min(size, Math.max(2, Math.floor(size * part)));
    if (used > 0 && yields && this.#isBusy && this.#recent.isHeavy(key)) {
      return this.#recent.isAlone(key) && used < Math.min(most, 2 * CORES);
    }
    return used < most;
  }

  /** Every core has something to do: one more statement slows the others down. */
  get #isBusy(): boolean {
    return this.#takenAt.size >= CORES;
  }

  #isQueueFull({ key, part }: Share): boolean {
    const { queueLimit } = this.#options;
    const ofShare = this.#waiting.get(key) ?? 0;
    return this.#queue.size >= queueLimit || ofShare >= Math.max(1, queueLimit * part);
  }

  #nextInQueue(): Waiting | undefined {
    let refused: string | undefined;
    for (const waiting of this.#queue) {
      if (waiting.share.key === refused) continue;
      if (this.#hasRoom(waiting.share)) return waiting;
      refused = waiting.share.key;
    }
    return undefined;
  }

  #openForQueue(): void {
    const waiting = this.#nextInQueue() ? this.#queue.size : 0;
    const wanted = Math.min(waiting, this.#options.size - this.#all.size) - this.#opening;
    for (let count = 0; count < wanted; count++) void this.#open();
  }

  async #open(): Promise<void> {
    this.#opening++;
    try {
      const connection = await Connection.open(this.#endpoint);
      this.#all.add(connection);
      connection.onClose(() => {
        this.#all.delete(connection);
        this.#openForQueue();
      });
      this.#opening--;
      this.#offer(connection);
    } catch (error) {
      this.#opening--;
      const [waiting] = this.#queue;
      if (waiting) this.#leaveQueue(waiting).reject(unreachable(error));
    }
  }

  #serve(connection: Connection): boolean {
    const waiting = this.#nextInQueue();
    if (!waiting) return false;
    this.#leaveQueue(waiting).resolve(this.#take(connection, waiting.share));
    return true;
  }

  #leaveQueue(waiting: Waiting): Waiting {
    clearTimeout(waiting.timer);
    if (this.#queue.delete(waiting)) count(this.#waiting, waiting.share.key, -1);
    return waiting;
  }
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + change;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}

function overloaded(): HttpError {
  const body = {
    code: 'PGRST003',
    message: 'Timed out acquiring connection from connection pool.',
    details: null,
    hint: 'The server is busy. Try again in a moment.',
  };
  return new HttpError(503, body, { headers: { 'retry-after': '1' } });
}

function unreachable(cause: unknown): HttpError {
  const body = {
    code: 'PGRST001',
    message: 'Could not connect with the database.',
    details: null,
    hint: 'The database is restarting or unreachable. Try again in a moment.',
  };
  return new HttpError(503, body, { headers: { 'retry-after': '2' }, cause });
}
