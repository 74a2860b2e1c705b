import { connectionsOf } from '../team/connections.ts';
import { ConnectionPool } from './connection-pool.ts';
import type { Database } from './database.ts';
import { PooledRequestTransactions } from './pooled-request-transactions.ts';
import { connectPlatform } from './sql/connect.ts';
import type { Endpoint } from './wire/endpoint.ts';

const QUEUE_LIMIT = 2_000;
const QUEUE_TIMEOUT_MS = 10_000;

/**
 * `requests` is who callers' queries enter as; it may have fewer rights than the platform's own user.
 * `poolSize` is for all workers together.
 */
export function openDatabase(
  platform: Endpoint,
  requests: Endpoint,
  poolSize: number,
  workers = 1,
): Database & { readonly pool: ConnectionPool } {
  const sizes = connectionsOf({ poolSize, workers });
  const sql = connectPlatform(platform, { max: sizes.platform });
  const pool = new ConnectionPool(requests, {
    size: sizes.requests,
    queueLimit: QUEUE_LIMIT,
    queueTimeoutMs: QUEUE_TIMEOUT_MS,
    workers,
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
