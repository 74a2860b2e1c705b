import type { Sql } from '../database/sql/sql.ts';

export interface RecentError {
  readonly happenedAt: string;
  readonly kind: 'request' | 'job';
  readonly name: string;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly errorClass: string;
  readonly server: string;
}

export interface RecentErrors {
  /** Of the last day, also those that have no row. */
  readonly requests: number;
  readonly jobs: number;
  readonly newest: readonly RecentError[];
}

const SHOWN = 50;

/** The failures of the last day, the newest first. */
export async function readErrors(sql: Sql): Promise<RecentErrors> {
  const [counts] = await sql<{ requests: number; jobs: number }[]>`
    select coalesce(sum(count) filter (where kind = 'request'), 0)::float8 as requests,
           coalesce(sum(count) filter (where kind = 'job'), 0)::float8 as jobs
      from monitoring.failure_counts
     where hour >= date_trunc('hour', now() - interval '1 day', 'utc')`;
  const rows = await sql<(Omit<RecentError, 'happenedAt'> & { happenedAt: Date })[]>`
    select happened_at as "happenedAt", kind, name, status, request_id as "requestId",
           error_class as "errorClass", server
      from monitoring.failures where happened_at > now() - interval '1 day'
     order by happened_at desc, id desc limit ${SHOWN}`;
  return {
    requests: counts?.requests ?? 0,
    jobs: counts?.jobs ?? 0,
    newest: rows.map((row) => ({ ...row, happenedAt: row.happenedAt.toISOString() })),
  };
}
