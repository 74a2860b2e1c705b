import type { Sql } from '../../database/sql/sql.ts';
import type { SystemLine, SystemProbe } from '../system-line.ts';

const WARNING_PERCENT = 80;
const ERROR_PERCENT = 95;

/** Connections to PostgreSQL, of everyone who uses it. */
export function connectionsProbe(sql: Sql): SystemProbe {
  return async () => {
    const [row] = await sql<{ used: number; max: number }[]>`
      select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
             current_setting('max_connections')::int as max`;
    return connectionsLine(row?.used ?? 0, row?.max ?? 1);
  };
}

export function connectionsLine(used: number, max: number): SystemLine {
  const percent = (used / max) * 100;
  const values = { used, max };
  if (percent >= ERROR_PERCENT) {
    return { id: 'connections', state: 'error', reason: 'full', values };
  }
  const state = percent >= WARNING_PERCENT ? 'warning' : 'ok';
  return { id: 'connections', state, reason: state === 'ok' ? 'ok' : 'many', values };
}
