import type { Sql } from '../../database/sql/sql.ts';

/** Bytes a day. */
export interface Growth {
  readonly databaseBytes: number;
  readonly filesBytes: number;
}

/** Over fewer days than that one import would look like a habit. */
const MIN_DAYS = 7;
const MAX_DAYS = 30;

/** How the last weeks grew, by the samples of monitoring.size_samples; null until there are enough. */
export async function dailyGrowth(sql: Sql): Promise<Growth | null> {
  const [row] = await sql<{ days: number; database: number; files: number }[]>`
    with recent as (
      select * from monitoring.size_samples
       where sampled_on > (now() at time zone 'utc')::date - ${MAX_DAYS}::int - 1)
    select (l.sampled_on - f.sampled_on)::int as days,
           (l.database_bytes - f.database_bytes)::float8 as database,
           (l.files_bytes - f.files_bytes)::float8 as files
      from (select * from recent order by sampled_on limit 1) f,
           (select * from recent order by sampled_on desc limit 1) l`;
  if (!row || row.days < MIN_DAYS) return null;
  return { databaseBytes: row.database / row.days, filesBytes: row.files / row.days };
}
