import { listTables } from '../server/backup/dump-tables.ts';
import type { Sql } from '../server/database/sql/sql.ts';

/** Written by a running server itself between two looks. */
const VOLATILE = /^(cron|realtime|mail)\./;

/** A count and a hash of every table whose rows only callers change. */
export async function fingerprint(sql: Sql): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const { schema, name } of await listTables(sql)) {
    if (VOLATILE.test(`${schema}.${name}`)) continue;
    const [row] = await sql`
      select count(*)::text || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print
        from ${sql(schema)}.${sql(name)} t`;
    prints[`${schema}.${name}`] = String(row?.['print']);
  }
  return prints;
}
