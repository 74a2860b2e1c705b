import pg, { type Client, type PoolClient } from 'pg';
import { Connection } from '../wire/connection.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { StandbyError } from '../wire/start-session.ts';
import { getTypeParser } from './results.ts';
import type { SqlOptions } from './sql.ts';

const CONNECT_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 30_000;

/** The driver's pool with what it leaves to us: encryption if offered, lost connections, an end in time. */
export class ClientPool {
  readonly #pool: pg.Pool;
  readonly #endpoint: Endpoint;
  readonly #busy = new Set<PoolClient>();
  readonly #waiting = new Set<(error: Error) => void>();
  #ending = false;
  #onIdle: (() => void) | undefined;

  constructor(endpoint: Endpoint, options: SqlOptions) {
    this.#endpoint = endpoint;
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
      try {
        await client.connect();
        if (this.#endpoint.machines) await refuseStandby(client);
      } catch (error) {
        void client.end().catch(() => undefined);
        throw error;
      }
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
    const { machines, tls } = this.#endpoint;
    Object.assign(this.#pool.options, machines?.writable);
    try {
      return await open();
    } catch (error) {
      if (tls === 'prefer' && /does not support SSL/.test((error as Error).message)) {
        this.#pool.options.ssl = false;
      } else if (machines) {
        await this.#findWritable();
      } else throw error;
      return open();
    }
  }

  /** The other client asks one machine after the other; this one then knows which it is. */
  async #findWritable(): Promise<void> {
    (await Connection.open(this.#endpoint)).close();
    Object.assign(this.#pool.options, this.#endpoint.machines?.writable);
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

function toConfig({ tls, machines, ...address }: Endpoint, options: SqlOptions): pg.PoolConfig {
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
    ...(machines && { onConnect: refuseStandby }),
  };
}

async function refuseStandby(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(
    'select pg_is_in_recovery() as standby',
  );
  if (rows[0]?.standby) throw new StandbyError();
}

function closed(): Error {
  return new Error('The connections to the database have been closed');
}
