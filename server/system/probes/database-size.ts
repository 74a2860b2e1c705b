import type { Sql } from '../../database/sql/sql.ts';
import type { SystemProbe } from '../system-line.ts';
import { dailyGrowth } from './growth.ts';

const DAYS_OF_MONTH = 30;

/** How large the database and the stored files are, and how much they grew in a month. */
export function databaseSizeProbe(sql: Sql): SystemProbe {
  return async () => {
    const [row] = await sql<{ database: number; files: number }[]>`
      select pg_database_size(current_database())::float8 as database,
             coalesce((select files_bytes from monitoring.size_samples
                        order by sampled_on desc limit 1), 0)::float8 as files`;
    const growth = await dailyGrowth(sql);
    const ofMonth = (bytesADay: number) => Math.round(bytesADay * DAYS_OF_MONTH);
    return {
      id: 'database',
      state: 'ok',
      reason: growth ? 'grows' : 'size',
      values: {
        databaseBytes: row?.database ?? 0,
        filesBytes: row?.files ?? 0,
        databaseGrowthBytes: growth && ofMonth(growth.databaseBytes),
        filesGrowthBytes: growth && ofMonth(growth.filesBytes),
      },
    };
  };
}
