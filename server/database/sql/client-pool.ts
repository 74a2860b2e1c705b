import pg, { type Client, type PoolClient } from 'pg';
import type { Endpoint } from '../wire/endpoint.ts';
import { getTypeParser } from './results.ts';
import type { SqlOptions } from './sql.ts';

const CONNECT_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 30_000;

/** The driver's pool with what it leaves to us: encryption if offered, lost connections, an end in time. */
export class ClientPool {
  readonly #pool: pg.Pool;
  readonly #prefersTls: boolean;
  readonly #busy = new Set<PoolClient>();
  readonly #waiting = new Set<(error: Error) => void>();
  #ending = false;
  #onIdle: (() => void) | undefined;

  constructor(endpoint: Endpoint, options: SqlOptions) {
    this.#prefersTls = endpoint.tls === 'prefer';
    this.#pool = new pg.Pool(toConfig(endpoint, options));
    // Whoever uses a connection learns of its loss from the query; one that is idle is replaced.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  async acquire(): Promise<PoolClient> {
    if (this.#ending) throw closed();
    const client = await this.#untilEnd(this.#connect(() => this.#pool.connect()));
    this.#busy.add(client);
    return client;
  }

  release(client: PoolClient, isBroken: boolean): void {
    this.#busy.delete(client);
    client.release(isBroken);
    this.#tellIfIdle();
  }

  /** A connection beside the pool. */
  openAlone(): Promise<Client> {
    return this.#connect(async () => {
      const client = new pg.Client(this.#pool.options);
      client.on('error', () => undefined);
      await client.connect();
      return client;
    });
  }

  /** Waits for what runs, then breaks it off. */
  async end(timeoutMs: number): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    if (await this.#isIdleWithin(timeoutMs)) return this.#pool.end();
    void this.#pool.end();
    for (const reject of this.#waiting) reject(closed());
    for (const client of this.#busy) void (client as unknown as Client).end();
  }

  async #connect<T>(open: () => Promise<T>): Promise<T> {
    try {
      return await open();
    } catch (error) {
      if (!this.#prefersTls || !/does not support SSL/.test((error as Error).message)) throw error;
      this.#pool.options.ssl = false;
      return open();
    }
  }

  #untilEnd<T>(opened: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      const settle = () => {
        this.#waiting.delete(reject);
        queueMicrotask(() => this.#tellIfIdle());
      };
      opened.finally(settle).then(resolve, reject);
    });
  }

  #isIdleWithin(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = Number.isFinite(timeoutMs) && setTimeout(() => resolve(false), timeoutMs);
      this.#onIdle = () => {
        if (timer) clearTimeout(timer);
        resolve(true);
      };
      this.#tellIfIdle();
    });
  }

  #tellIfIdle(): void {
    if (this.#busy.size === 0 && this.#waiting.size === 0) this.#onIdle?.();
  }
}

const TLS = {
  off: false,
  prefer: { rejectUnauthorized: false },
  require: { rejectUnauthorized: false },
  verify: true,
} as const;

function toConfig({ tls, ...address }: Endpoint, options: SqlOptions): pg.PoolConfig {
  const settings = Object.entries(options.settings ?? {});
  return {
    ...address,
    ssl: address.host.startsWith('/') ? false : TLS[tls],
    max: options.max,
    application_name: 'platform',
    statement_timeout: options.statementTimeoutMs,
    options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' ') || undefined,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 0,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: { getTypeParser },
  };
}

function closed(): Error {
  return new Error('The connections to the database have been closed');
}
