import { listTables } from '../server/backup/dump-tables.ts';
import type { Sql } from '../server/database/sql/sql.ts';

/** Written by a running server itself between two looks. */
const VOLATILE = /^(cron|realtime|mail|monitoring)\./;

/** A count and a hash of every table whose rows only callers change, the same in any cluster. */
export async function fingerprint(
  sql: Sql,
  /** By `schema.table`. */
  leftOut: RegExp = VOLATILE,
): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const { schema, name } of await listTables(sql)) {
    if (leftOut.test(`${schema}.${name}`)) continue;
    const [row] = await sql`
      select count(*)::text || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as print
        from ${sql(schema)}.${sql(name)} t`;
    prints[`${schema}.${name}`] = String(row?.['print']);
  }
  return prints;
}
