import type { Sql } from 'postgres';
import type { Caller } from '../../database/caller.ts';
import type { Change } from './change.ts';
import { evaluateForCallers } from './policy-check.ts';
import type { Table } from './table-catalog.ts';

interface Question {
  readonly caller: Caller;
  readonly positions: Set<number>;
}

interface Known {
  /** One for each scope condition; undefined: not to be had, so ask about every row. */
  readonly values: readonly (string | null)[] | undefined;
  readonly until: number;
}

/**
 * How long a caller's company is taken for granted. Someone who is given access hears of changes
 * at the latest after this; whether someone still has access is asked every time.
 */
const SHORTEST_TRUST_MS = 2_000;
const LONGEST_TRUST_MS = 4_000;
const MOST_KEPT = 10_000;

/** Strikes out questions whose answer can only be no, knowing what each caller's rows have. */
export class ScopeCache {
  readonly #known = new WeakMap<Table, Map<string, Known>>();

  async narrow(
    sql: Sql,
    table: Table,
    changes: readonly Change[],
    questions: ReadonlyMap<string, Question>,
  ): Promise<void> {
    const { scope } = table;
    // Few callers are asked faster than looked up.
    if (!scope || questions.size < 8) return;
    const known = await this.#learn(sql, table, questions);
    const rows = changes.map((change) =>
      scope.map(({ column }) => asText(change.fields.get(column))),
    );
    for (const [key, { positions }] of questions) {
      const values = known.get(key)?.values;
      if (!values) continue;
      for (const position of positions) {
        const row = rows[position] ?? [];
        const mayRead = values.some((value, index) => value !== null && value === row[index]);
        if (!mayRead) positions.delete(position);
      }
    }
  }

  async #learn(
    sql: Sql,
    table: Table,
    questions: ReadonlyMap<string, Question>,
  ): Promise<Map<string, Known>> {
    const known = this.#known.get(table) ?? new Map<string, Known>();
    this.#known.set(table, known);
    if (known.size > MOST_KEPT) known.clear();
    const now = performance.now();
    const unknown = [...questions].filter(([key]) => !((known.get(key)?.until ?? 0) > now));
    const expressions = table.scope?.map(({ expression }) => expression) ?? [];
    for (const [role, group] of Map.groupBy(unknown, ([, { caller }]) => caller.role)) {
      const callers = group.map(([, { caller }]) => caller);
      const answers = await evaluateForCallers(sql, role, callers, expressions);
      for (const [index, [key]] of group.entries()) {
        // Spread, so that not everyone is looked up in the same round.
        const trust = SHORTEST_TRUST_MS + Math.random() * (LONGEST_TRUST_MS - SHORTEST_TRUST_MS);
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
