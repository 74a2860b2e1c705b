import { statfs } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import type { Sql } from '../../database/sql/sql.ts';
import type { SystemLine, SystemProbe } from '../system-line.ts';
import { dailyGrowth, type Growth } from './growth.ts';

const GIBIBYTE = 1024 ** 3;
const WARNING = { freeBytes: 5 * GIBIBYTE, freePercent: 10, days: 30 };
const ERROR = { freeBytes: GIBIBYTE, freePercent: 3, days: 7 };

type Places = Pick<Config, 'dataDir' | 'databaseUrl' | 's3Url'>;

/** Room where DATA_DIR is, and until when it lasts if everything grows as it did. */
export function diskProbe(config: Places, sql: Sql): SystemProbe {
  return async () => {
    const { bavail, blocks, bsize } = await statfs(config.dataDir);
    return diskLine(bavail * bsize, blocks * bsize, localGrowth(config, await dailyGrowth(sql)));
  };
}

/** Of what is on this disk: the database unless it is elsewhere, files unless they are in S3. */
function localGrowth({ databaseUrl, s3Url }: Places, growth: Growth | null): number {
  if (growth === null) return 0;
  return (
    (databaseUrl === undefined ? growth.databaseBytes : 0) +
    (s3Url === undefined ? growth.filesBytes : 0)
  );
}

export function diskLine(
  freeBytes: number,
  totalBytes: number,
  growthBytesADay: number,
): SystemLine {
  const freePercent = totalBytes > 0 ? (freeBytes / totalBytes) * 100 : 0;
  const days = growthBytesADay > 0 ? Math.floor(freeBytes / growthBytesADay) : null;
  const values = {
    freeBytes,
    totalBytes,
    freePercent: Math.round(freePercent * 10) / 10,
    // Beyond some years a figure says nothing.
    daysUntilFull: days !== null && days < 3_650 ? days : null,
  };
  const isBelow = (limit: typeof WARNING) =>
    freeBytes < limit.freeBytes && freePercent < limit.freePercent;
  const line = { id: 'disk', values };
  if (isBelow(ERROR)) return { ...line, state: 'error', reason: 'full' };
  if (days !== null && days < ERROR.days) return { ...line, state: 'error', reason: 'fillsSoon' };
  if (isBelow(WARNING)) return { ...line, state: 'warning', reason: 'low' };
  if (days !== null && days < WARNING.days) {
    return { ...line, state: 'warning', reason: 'fillsSoon' };
  }
  return { ...line, state: 'ok', reason: values.daysUntilFull === null ? 'ok' : 'lasts' };
}
