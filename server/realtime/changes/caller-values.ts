import type { Caller } from '../../database/caller.ts';
import type { Sql } from '../../database/sql/sql.ts';
import { evaluateForCallers } from './policy-check.ts';
import type { Table } from './table.ts';

/** One for each expression; undefined: not to be had. */
export type Values = readonly (string | null)[] | undefined;

interface Known {
  readonly values: Values;
  readonly until: number;
}

/** How long values are taken for granted where no change tells that they are others now. */
const MIN_TRUST_MS = 2_000;
const MAX_TRUST_MS = 4_000;
const MAX_KEPT = 10_000;

/** What expressions of a table's policies come to for each caller, remembered for seconds. */
export class CallerValues {
  readonly #known = new WeakMap<Table, Map<string, Known>>();

  /** By the callers' keys. */
  async learn(
    sql: Sql,
    table: Table,
    expressions: readonly string[],
    callers: ReadonlyMap<string, Caller>,
  ): Promise<(callerKey: string) => Values> {
    const known = this.#known.get(table) ?? new Map<string, Known>();
    this.#known.set(table, known);
    if (known.size > MAX_KEPT) known.clear();
    const now = performance.now();
    const unknown = [...callers].filter(([key]) => !((known.get(key)?.until ?? 0) > now));
    for (const [role, group] of Map.groupBy(unknown, ([, caller]) => caller.role)) {
      const asked = group.map(([, caller]) => caller);
      const answers = await evaluateForCallers(sql, role, asked, expressions);
      for (const [index, [key]] of group.entries()) {
        // Spread, so that not everyone is looked up in the same round.
        const trust = MIN_TRUST_MS + Math.random() * (MAX_TRUST_MS - MIN_TRUST_MS);
        known.set(key, { values: answers[index], until: now + trust });
      }
    }
    return (key) => known.get(key)?.values;
  }

  forget(table: Table): void {
    this.#known.delete(table);
  }
}
