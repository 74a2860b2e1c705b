import type { Caller } from '../../database/caller.ts';
import type { Sql } from '../../database/sql/sql.ts';
import { evaluateForCallers } from './policy-check.ts';
import type { CallerRights, Table } from './table.ts';

/** One for each expression; undefined: not to be had. */
export type Values = readonly (string | null)[] | undefined;

interface Known {
  readonly values: Values;
  readonly until: number;
}

/** How long values are taken for granted, in ms: where changes tell when they are others, and where not. */
const TRUST = { watched: 20_000, unwatched: 2_000 } as const;
const MAX_CACHED = 10_000;

interface KnownCallers {
  readonly byCaller: Map<string, Known>;
  /** Callers with all values in common have the same object. */
  readonly distinct: Map<string, Values>;
}

/** What expressions of a table's policies come to for each caller, remembered for seconds. */
export class CallerValues {
  readonly #known = new WeakMap<Table, KnownCallers>();
  readonly #isWatched: (tables: ReadonlySet<number>) => boolean;

  /** `isWatched`: whether the outbox tells of every change of these tables that matters. */
  constructor(isWatched: (tables: ReadonlySet<number>) => boolean) {
    this.#isWatched = isWatched;
  }

  /** By the callers' keys. */
  async learn(
    sql: Sql,
    table: Table,
    { expressions, decidedBy }: CallerRights,
    callers: ReadonlyMap<string, Caller>,
  ): Promise<(callerKey: string) => Values> {
    const { byCaller: known, distinct } = this.#knownOf(table);
    const now = performance.now();
    const unknown: [string, Caller][] = [];
    for (const [key, caller] of callers) {
      if (!((known.get(key)?.until ?? 0) > now)) unknown.push([key, caller]);
    }
    const trust = decidedBy && this.#isWatched(decidedBy) ? TRUST.watched : TRUST.unwatched;
    for (const [role, group] of Map.groupBy(unknown, ([, caller]) => caller.role)) {
      const asked = group.map(([, caller]) => caller);
      const answers = await evaluateForCallers(sql, role, asked, expressions);
      for (const [index, [key]] of group.entries()) {
        // Spread, so that not everyone is looked up in the same round.
        const values = oneObject(distinct, answers[index]);
        known.set(key, { values, until: now + trust * (1 + Math.random()) });
      }
    }
    return (key) => known.get(key)?.values;
  }

  #knownOf(table: Table): KnownCallers {
    const known = this.#known.get(table);
    if (known && known.byCaller.size <= MAX_CACHED) return known;
    const made = { byCaller: new Map(), distinct: new Map() };
    this.#known.set(table, made);
    return made;
  }

  /** Before anything is judged: what these tables decide about callers is not what it was. */
  forgetWhere(table: Table, rights: CallerRights | undefined, changed: ReadonlySet<number>): void {
    if (rights?.decidedBy && [...rights.decidedBy].some((relation) => changed.has(relation))) {
      this.#known.delete(table);
    }
  }
}

function oneObject(distinct: Map<string, Values>, values: Values): Values {
  if (!values) return undefined;
  if (distinct.size > MAX_CACHED) distinct.clear();
  const written = JSON.stringify(values);
  const known = distinct.get(written);
  if (known) return known;
  distinct.set(written, values);
  return values;
}
