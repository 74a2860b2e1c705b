import type { Caller } from '../../database/caller.ts';
import type { Sql } from '../../database/sql/sql.ts';
import type { Table } from './table.ts';

/** Bounds how long one statement keeps the connection busy. */
const CALLERS_PER_QUERY = 500;

/**
 * Asks the table's policies about rows as they were written, for many callers of one role. Tells
 * for each caller (by index) which rows (by index) it may read.
 */
export async function askPolicies(
  sql: Sql,
  table: Table,
  role: string,
  callers: readonly Caller[],
  rows: readonly string[],
): Promise<Map<number, number[]>> {
  const visible = new Map<number, number[]>();
  const ask = async (start: number) => {
    const claims = callers.slice(start, start + CALLERS_PER_QUERY).map((caller) => caller.claims);
    const answers = await sql<{ caller_: number; visible_: number[] }[]>`
      select caller_, visible_
        from realtime.${sql(`check_${table.relation}`)}(
          ${role}, ${claims}::text[], '{}', ${rows}::text[]::json[])`;
    for (const { caller_, visible_ } of answers) {
      visible.set(
        start + caller_ - 1,
        visible_.map((ordinal) => ordinal - 1),
      );
    }
  };
  const parts = Math.ceil(callers.length / CALLERS_PER_QUERY);
  await Promise.all(Array.from({ length: parts }, (_, part) => ask(part * CALLERS_PER_QUERY)));
  return visible;
}

/** What expressions of policies come to for each caller; undefined where they fail. */
export async function evaluateForCallers(
  sql: Sql,
  role: string,
  callers: readonly Caller[],
  expressions: readonly string[],
): Promise<((string | null)[] | undefined)[]> {
  const answers = await sql<{ caller_: number; values_: (string | null)[] }[]>`
    select caller_, values_ from realtime.policy_values(
      ${role}, ${callers.map(({ claims }) => claims)}, ${[...expressions]})`;
  const values: ((string | null)[] | undefined)[] = callers.map(() => undefined);
  for (const { caller_, values_ } of answers) values[caller_ - 1] = values_;
  return values;
}
