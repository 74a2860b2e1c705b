import { HttpError } from '../http/http-error.ts';
import type { CallerUse } from './fairness/caller-use.ts';
import { measuredUse } from './fairness/measured-use.ts';
import { openBackendClock } from './fairness/processor-clock.ts';
import { Connection } from './wire/connection.ts';
import type { Endpoint } from './wire/endpoint.ts';

/** How often it is counted what everybody takes of the processors. */
const COUNT_MS = 100;
/** Among so many of those who wait, the one who has had least is next. */
const COMPARED = 64;

export interface PoolOptions {
  readonly size: number;
  /** How many requests may wait for a connection before further ones are turned away. */
  readonly queueLimit: number;
  readonly queueTimeoutMs: number;
  /** Who takes how much; measured unless given. */
  readonly use?: CallerUse;
  /** Processes with a pool like this one: the cores and each caller's share are for all of them. */
  readonly workers?: number;
}

interface Part {
  readonly key: string;
  /** Of the whole pool: a half, a quarter. */
  readonly part: number;
}

/** Whose request it is and how many connections those may have at once. */
export interface Share extends Part {
  /** Waits for others when it has had more than they of the processors. */
  readonly yields?: boolean;
  /** What it has together with others of its kind. */
  readonly within?: Part;
}

interface Waiting {
  readonly share: Share;
  readonly since: number;
  resolve(connection: Connection): void;
  reject(error: Error): void;
}

/**
 * Connections for callers' requests, opened when needed, with a bounded queue before them. Whoever
 * has had least of the processors is next.
 */
export class ConnectionPool {
  readonly #endpoint: Endpoint;
  readonly #options: PoolOptions;
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();
  /** By key of share, each in the order they came. */
  readonly #queue = new Map<string, Set<Waiting>>();
  #waiting = 0;
  /** Connections in use, by key of share. */
  readonly #used = new Map<string, number>();
  readonly #use: CallerUse;
  #counting: NodeJS.Timeout | undefined;
  #opening = 0;
  #closed = false;

  constructor(endpoint: Endpoint, options: PoolOptions) {
    this.#endpoint = endpoint;
    this.#options = options;
    this.#use = options.use ?? measuredUse(options.workers);
  }

  get stats(): { open: number; idle: number; waiting: number } {
    return { open: this.#all.size, idle: this.#idle.length, waiting: this.#waiting };
  }

  /** Resolves at once while a connection is idle; 503 when the queue is full or moves too slowly. */
  acquire(share: Share): Connection | Promise<Connection> {
    const hasRoom = this.#hasRoom(share);
    // Whoever came before from the same caller is first.
    if (hasRoom && !this.#queue.has(share.key)) {
      for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
        if (!idle.closed) return this.#take(idle, share);
      }
    }
    if (this.#closed || this.#isQueueFull(share)) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      this.#enterQueue({ share, since: performance.now(), resolve, reject });
      if (hasRoom) this.#openForQueue();
      this.#keepCounting();
    });
  }

  /** `share`: as it was acquired. */
  release(connection: Connection, share: Share): void {
    count(this.#used, share.key, -1);
    if (share.within) count(this.#used, share.within.key, -1);
    this.#use.end(connection);
    this.#offer(connection);
    // This one may be broken, while another of the share waits for room beside idle connections.
    if (this.#waiting > 0) this.#serveFromIdle();
  }

  /** Lets running requests finish, then closes. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#counting);
    for (const line of this.#queue.values()) {
      for (const waiting of line) this.#leaveQueue(waiting).reject(overloaded());
    }
    for (const connection of this.#idle.splice(0)) connection.close();
    await Promise.all(
      [...this.#all].map(
        (connection) => new Promise<void>((resolve) => connection.onClose(resolve)),
      ),
    );
    this.#use.stop();
  }

  #offer(connection: Connection): void {
    if (this.#closed) connection.close();
    else if (connection.closed) this.#openForQueue();
    else if (!this.#serve(connection)) this.#idle.push(connection);
  }

  #take(connection: Connection, share: Share): Connection {
    count(this.#used, share.key, 1);
    if (share.within) count(this.#used, share.within.key, 1);
    this.#use.begin(connection, share.key);
    this.#keepCounting();
    return connection;
  }

  #keepCounting(): void {
    if (this.#counting || this.#closed) return;
    this.#counting = setTimeout(() => {
      this.#counting = undefined;
      this.#use.count();
      this.#endLongWaits();
      // Who was held back may go on by now.
      this.#serveFromIdle();
      this.#openForQueue();
      if (this.#use.isCounting || this.#waiting > 0) this.#keepCounting();
    }, COUNT_MS).unref();
  }

  /** Looked at with every count: a timer for each that waits would cost more than its place in the queue. */
  #endLongWaits(): void {
    const latest = performance.now() - this.#options.queueTimeoutMs;
    for (const line of [...this.#queue.values()]) {
      for (const waiting of line) {
        if (waiting.since > latest) break;
        this.#leaveQueue(waiting).reject(overloaded());
      }
    }
  }

  #serveFromIdle(): void {
    while (this.#idle.length > 0 && this.#nextInQueue()) {
      this.#offer(this.#idle.pop() as Connection);
    }
  }

  #most({ part }: Part): number {
    const { size } = this.#options;
    const least = (this.#options.workers ?? 1) > 1 ? 1 : 2;
    return Math.min(size, Math.max(least, Math.floor(size * part)));
  }

  #hasRoom(share: Share): boolean {
    const { key, within, yields } = share;
    const used = this.#used.get(key) ?? 0;
    if (used >= this.#most(share)) return false;
    if (within && (this.#used.get(within.key) ?? 0) >= this.#most(within)) return false;
    return !yields || !this.#use.isHeavy(key) || used < this.#use.allowance(key);
  }

  #isQueueFull({ key, part }: Share): boolean {
    const { queueLimit } = this.#options;
    const ofShare = this.#queue.get(key)?.size ?? 0;
    return this.#waiting >= queueLimit || ofShare >= Math.max(1, queueLimit * part);
  }

  /** The first one of whoever has had least. */
  #nextInQueue(): Waiting | undefined {
    if (this.#waiting === 0) return undefined;
    let next: Waiting | undefined;
    let least = Number.POSITIVE_INFINITY;
    let compared = 0;
    for (const [key, [first]] of this.#queue) {
      if (!first || !this.#hasRoom(first.share)) continue;
      const usedMs = this.#use.usedMs(key);
      if (usedMs < least) {
        next = first;
        least = usedMs;
      }
      if (++compared === COMPARED) break;
    }
    return next;
  }

  #openForQueue(): void {
    const waiting = this.#nextInQueue() ? this.#waiting : 0;
    const wanted = Math.min(waiting, this.#options.size - this.#all.size) - this.#opening;
    for (let count = 0; count < wanted; count++) void this.#open();
  }

  async #open(): Promise<void> {
    this.#opening++;
    try {
      const connection = await Connection.open(this.#endpoint);
      this.#all.add(connection);
      this.#use.open(connection, openBackendClock(this.#endpoint.host, connection.processId));
      connection.onClose(() => {
        this.#all.delete(connection);
        this.#use.close(connection);
        this.#openForQueue();
      });
      this.#opening--;
      this.#offer(connection);
    } catch (error) {
      this.#opening--;
      const [line] = this.#queue.values();
      const [waiting] = line ?? [];
      if (waiting) this.#leaveQueue(waiting).reject(unreachable(error));
    }
  }

  #serve(connection: Connection): boolean {
    const waiting = this.#nextInQueue();
    if (!waiting) return false;
    this.#leaveQueue(waiting).resolve(this.#take(connection, waiting.share));
    return true;
  }

  #enterQueue(waiting: Waiting): void {
    const { key } = waiting.share;
    const line = this.#queue.get(key);
    if (line) line.add(waiting);
    else this.#queue.set(key, new Set([waiting]));
    this.#waiting++;
  }

  #leaveQueue(waiting: Waiting): Waiting {
    const { key } = waiting.share;
    const line = this.#queue.get(key);
    if (!line?.delete(waiting)) return waiting;
    this.#waiting--;
    // Behind the others, should there be too many to compare.
    this.#queue.delete(key);
    if (line.size > 0) this.#queue.set(key, line);
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
