import type { RequestTransactions } from './request-transaction.ts';
import type { Sql } from './sql/sql.ts';

export interface Database {
  /** The platform's own rights: auth tables, mail queue, jobs. Never for a caller's query. */
  readonly sql: Sql;
  /** Queries with the caller's rights. */
  readonly requests: RequestTransactions;
  close(): Promise<void>;
}
