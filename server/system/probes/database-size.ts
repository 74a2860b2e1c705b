import type { Sql } from '../../database/sql/sql.ts';
import type { SystemProbe } from '../system-line.ts';
import { dailyGrowth } from './growth.ts';

const DAYS_OF_MONTH = 30;
/** A sum over all files, for a page that is asked for every minute and metrics that are more often. */
const FILES_CACHE_MS = 10 * 60_000;

/** How large the database and the stored files are, and how much they grew in a month. */
export function databaseSizeProbe(sql: Sql): SystemProbe {
  let files = { bytes: 0, readAt: Number.NEGATIVE_INFINITY };
  return async () => {
    const [row] = await sql<{ bytes: number }[]>`
      select pg_database_size(current_database())::float8 as bytes`;
    if (performance.now() - files.readAt > FILES_CACHE_MS) {
      files = { bytes: await filesBytes(sql), readAt: performance.now() };
    }
    const growth = await dailyGrowth(sql);
    const ofMonth = (bytesADay: number) => Math.round(bytesADay * DAYS_OF_MONTH);
    return {
      id: 'database',
      state: 'ok',
      reason: growth ? 'grows' : 'size',
      values: {
        databaseBytes: row?.bytes ?? 0,
        filesBytes: files.bytes,
        databaseGrowthBytes: growth && ofMonth(growth.databaseBytes),
        filesGrowthBytes: growth && ofMonth(growth.filesBytes),
      },
    };
  };
}

async function filesBytes(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select monitoring.files_bytes()::float8 as bytes`;
  return row?.bytes ?? 0;
}
