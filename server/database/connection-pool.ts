import { HttpError } from '../http/http-error.ts';
import { Connection } from './wire/connection.ts';
import type { Endpoint } from './wire/endpoint.ts';

export interface PoolOptions {
  readonly size: number;
  /** How many requests may wait for a connection before further ones are turned away. */
  readonly queueLimit: number;
  readonly queueTimeoutMs: number;
}

interface Waiting {
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
  acquire(): Connection | Promise<Connection> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (!idle.closed) return idle;
    }
    if (this.#closed || this.#queue.size >= this.#options.queueLimit) {
      return Promise.reject(overloaded());
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#queue.delete(waiting);
        reject(overloaded());
      }, this.#options.queueTimeoutMs);
      const waiting: Waiting = { resolve, reject, timer };
      this.#queue.add(waiting);
      this.#openForQueue();
    });
  }

  release(connection: Connection): void {
    if (this.#closed) connection.close();
    else if (connection.closed) this.#openForQueue();
    else if (!this.#serve(connection)) this.#idle.push(connection);
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

  #openForQueue(): void {
    const wanted = Math.min(this.#queue.size, this.#options.size - this.#all.size) - this.#opening;
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
      this.release(connection);
    } catch (error) {
      this.#opening--;
      const [waiting] = this.#queue;
      if (waiting) this.#leaveQueue(waiting).reject(unreachable(error));
    }
  }

  #serve(connection: Connection): boolean {
    const [waiting] = this.#queue;
    if (!waiting) return false;
    this.#leaveQueue(waiting).resolve(connection);
    return true;
  }

  #leaveQueue(waiting: Waiting): Waiting {
    clearTimeout(waiting.timer);
    this.#queue.delete(waiting);
    return waiting;
  }
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
