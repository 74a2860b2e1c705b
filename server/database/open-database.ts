import { ConnectionPool } from './connection-pool.ts';
import type { Database } from './database.ts';
import { PooledRequestTransactions } from './pooled-request-transactions.ts';
import { connectPlatform } from './sql/connect.ts';
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
