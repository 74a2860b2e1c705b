import type { Sql } from 'postgres';
import type { Caller } from '../../database/caller.ts';
import { callerKeyOf } from './subscriptions.ts';
import type { Table } from './table-catalog.ts';

/** Bounds how long one statement keeps the connection busy. */
const CALLERS_PER_QUERY = 500;

/** Which rows (by position) each caller's policies let through. */
export type Visibility = ReadonlyMap<string, ReadonlySet<number>>;

/** Asks the table's policies about rows as they were written, for many callers of one role. */
export async function askPolicies(
  sql: Sql,
  table: Table,
  role: string,
  callers: readonly Caller[],
  rows: readonly string[],
): Promise<Visibility> {
  const visible = new Map<string, Set<number>>();
  for (let start = 0; start < callers.length; start += CALLERS_PER_QUERY) {
    const asked = callers.slice(start, start + CALLERS_PER_QUERY);
    const answers = await sql.unsafe<{ caller_: number; visible_: number[] }[]>(
      `select caller_, visible_
         from realtime.check_${table.relation}($1, $2::text[], '{}', $3::text[]::json[])`,
      [role, asked.map(({ claims }) => claims), [...rows]],
      { prepare: true },
    );
    for (const { caller_, visible_ } of answers) {
      const caller = asked[caller_ - 1];
      if (caller) visible.set(callerKeyOf(caller), new Set(visible_.map((ordinal) => ordinal - 1)));
    }
  }
  return visible;
}
