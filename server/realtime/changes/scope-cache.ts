import type { Caller } from '../../database/caller.ts';
import type { Sql } from '../../database/sql/sql.ts';
import type { CallerValues } from './caller-values.ts';
import type { Change } from './change.ts';
import type { Table } from './table.ts';

/** Tells which of these changes (by position) a caller may have to do with. */
export type ScopeFilter = (callerKey: string, positions: readonly number[]) => readonly number[];

/** Fewer are asked faster than looked up. */
export const FEW_CALLERS = 8;

/** Strikes out questions whose answer can only be no, knowing what each caller's rows have. */
export class ScopeCache {
  readonly #values: CallerValues;

  constructor(values: CallerValues) {
    this.#values = values;
  }

  async filterFor(
    sql: Sql,
    table: Table,
    changes: readonly Change[],
    callers: ReadonlyMap<string, Caller>,
  ): Promise<ScopeFilter> {
    const { scope } = table;
    if (!scope || callers.size < FEW_CALLERS) return (_key, positions) => positions;
    const valuesOf = await this.#values.learn(sql, table, scope.rights, callers);
    const positionsByValue = scope.columns.map((column) =>
      Map.groupBy(changes.keys(), (position) => asText(changes[position]?.fields.get(column))),
    );
    return (key, positions) => {
      const values = valuesOf(key);
      if (!values) return positions;
      const inScope = values.flatMap((value, index) =>
        value === null ? [] : (positionsByValue[index]?.get(value) ?? []),
      );
      if (inScope.length === 0) return [];
      const allowed = new Set(inScope);
      return positions.filter((position) => allowed.has(position));
    };
  }
}

function asText(json: string | undefined): string | null {
  if (json === undefined || json === 'null') return null;
  return json.startsWith('"') ? JSON.parse(json) : json;
}
