import type { Caller } from '../../database/caller.ts';
import type { Sql } from '../../database/sql/sql.ts';
import type { Change } from './change.ts';
import { evaluateForCallers } from './policy-check.ts';
import type { Table } from './table.ts';

interface Known {
  /** One for each scope condition; undefined: not to be had, so ask about every row. */
  readonly values: readonly (string | null)[] | undefined;
  readonly until: number;
}

/** Tells which of these changes (by position) a caller may have to do with. */
export type ScopeFilter = (callerKey: string, positions: readonly number[]) => readonly number[];

/**
 * How long a caller's company is taken for granted. Someone who is given access hears of changes
 * at the latest after this; whether someone still has access is asked every time.
 */
const MIN_TRUST_MS = 2_000;
const MAX_TRUST_MS = 4_000;
const MAX_KEPT = 10_000;
/** Fewer are asked faster than looked up. */
const FEW_CALLERS = 8;

/** Strikes out questions whose answer can only be no, knowing what each caller's rows have. */
export class ScopeCache {
  readonly #known = new WeakMap<Table, Map<string, Known>>();

  async filterFor(
    sql: Sql,
    table: Table,
    changes: readonly Change[],
    callers: ReadonlyMap<string, Caller>,
  ): Promise<ScopeFilter> {
    const { scope } = table;
    if (!scope || callers.size < FEW_CALLERS) return (_key, positions) => positions;
    const known = await this.#learn(sql, table, callers);
    const positionsByValue = scope.map(({ column }) =>
      Map.groupBy(changes.keys(), (position) => asText(changes[position]?.fields.get(column))),
    );
    return (key, positions) => {
      const values = known.get(key)?.values;
      if (!values) return positions;
      const inScope = values.flatMap((value, index) =>
        value === null ? [] : (positionsByValue[index]?.get(value) ?? []),
      );
      if (inScope.length === 0) return [];
      const allowed = new Set(inScope);
      return positions.filter((position) => allowed.has(position));
    };
  }

  async #learn(
    sql: Sql,
    table: Table,
    callers: ReadonlyMap<string, Caller>,
  ): Promise<Map<string, Known>> {
    const known = this.#known.get(table) ?? new Map<string, Known>();
    this.#known.set(table, known);
    if (known.size > MAX_KEPT) known.clear();
    const now = performance.now();
    const unknown = [...callers].filter(([key]) => !((known.get(key)?.until ?? 0) > now));
    const expressions = table.scope?.map(({ expression }) => expression) ?? [];
    for (const [role, group] of Map.groupBy(unknown, ([, caller]) => caller.role)) {
      const asked = group.map(([, caller]) => caller);
      const answers = await evaluateForCallers(sql, role, asked, expressions);
      for (const [index, [key]] of group.entries()) {
        // Spread, so that not everyone is looked up in the same round.
        const trust = MIN_TRUST_MS + Math.random() * (MAX_TRUST_MS - MIN_TRUST_MS);
        known.set(key, { values: answers[index], until: now + trust });
      }
    }
    return known;
  }
}

function asText(json: string | undefined): string | null {
  if (json === undefined || json === 'null') return null;
  return json.startsWith('"') ? JSON.parse(json) : json;
}
