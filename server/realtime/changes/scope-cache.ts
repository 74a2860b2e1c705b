import type { Caller } from '../../database/caller.ts';
import type { Sql } from '../../database/sql/sql.ts';
import type { CallerValues, Values } from './caller-values.ts';
import type { Change } from './change.ts';
import type { Table } from './table.ts';

/** Tells which of these changes (by position) a caller may have to do with. */
export type ScopeFilter = (callerKey: string, positions: readonly number[]) => readonly number[];

/** Fewer are asked faster than looked up. */
export const FEW_CALLERS = 8;

const NONE: readonly number[] = [];

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
    // Many have all values in common, and then they are the same object.
    const inScope = new Map<NonNullable<Values>, Set<number>>();
    return (key, positions) => {
      const values = valuesOf(key);
      if (!values) return positions;
      let allowed = inScope.get(values);
      if (!allowed) {
        allowed = new Set(
          values.flatMap((value, index) =>
            value === null ? [] : (positionsByValue[index]?.get(value) ?? []),
          ),
        );
        inScope.set(values, allowed);
      }
      return allowed.size === 0 ? NONE : positions.filter((position) => allowed.has(position));
    };
  }
}

function asText(json: string | undefined): string | null {
  if (json === undefined || json === 'null') return null;
  return json.startsWith('"') ? JSON.parse(json) : json;
}
