import postgres, { type Options, type Sql } from 'postgres';
import { ConnectionPool } from './connection-pool.ts';
import type { Database } from './database.ts';
import { PooledRequestTransactions } from './pooled-request-transactions.ts';
import type { Endpoint } from './wire/endpoint.ts';

const QUEUE_LIMIT = 2_000;
const QUEUE_TIMEOUT_MS = 10_000;
const PLATFORM_CONNECTIONS = 8;

/** `requests` is who callers' queries enter as; it may have fewer rights than the platform's own user. */
export function openDatabase(
  platform: Endpoint,
  requests: Endpoint,
  poolSize: number,
): Database & { readonly pool: ConnectionPool } {
  const sql = connectPlatform(platform, { max: PLATFORM_CONNECTIONS });
  const pool = new ConnectionPool(requests, {
    size: poolSize,
    queueLimit: QUEUE_LIMIT,
    queueTimeoutMs: QUEUE_TIMEOUT_MS,
  });
  return {
    sql,
    requests: new PooledRequestTransactions(pool),
    pool,
    async close() {
      await Promise.all([pool.close(), sql.end({ timeout: 5 })]);
    },
  };
}

/** A postgres.js pool for the platform's own work: auth tables, queues, migrations. */
export function connectPlatform(
  endpoint: Endpoint,
  options: Options<Record<string, never>> = {},
): Sql {
  const address = endpoint.host.startsWith('/')
    ? { path: `${endpoint.host}/.s.PGSQL.${endpoint.port}` }
    : { host: endpoint.host, port: endpoint.port };
  return postgres({
    ...address,
    user: endpoint.user,
    password: endpoint.password,
    database: endpoint.database,
    ssl: TLS[endpoint.tls],
    onnotice: () => undefined,
    // The default waits up to twenty seconds after failures; a restarted database is back in one.
    backoff: (failures) => Math.min(0.1 * 2 ** failures, 1),
    ...options,
  });
}

const TLS = { off: false, prefer: 'prefer', require: 'require', verify: 'verify-full' } as const;
