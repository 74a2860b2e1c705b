import type { Caller } from '../../database/caller.ts';
import type { Sql } from '../../database/sql/sql.ts';
import type { CallerValues } from './caller-values.ts';
import type { Table } from './table.ts';

interface Answer {
  readonly caller_: number;
  readonly visible_: number[];
  readonly is_open_: boolean;
}

export interface SharedAnswer {
  /** The rows (by index) the caller may read. */
  readonly visible: number[];
  /** Whether some other row may be theirs too, which only their policies can tell. */
  readonly isOpen: boolean;
}

/** Everybody is asked instead, which costs more: somebody should know why. */
export type SharedFailure = (table: Table, error: unknown) => void;

/** Answers for many callers by one statement over what is known of each of them. */
export class SharedAnswers {
  readonly #values: CallerValues;
  readonly #failed: SharedFailure;
  readonly #told = new WeakSet<Table>();

  constructor(values: CallerValues, failed: SharedFailure) {
    this.#values = values;
    this.#failed = failed;
  }

  /** Of each caller (by key) what is certain; undefined where everybody must be asked. */
  async ask(
    sql: Sql,
    table: Table,
    callers: ReadonlyMap<string, Caller>,
    rows: readonly string[],
  ): Promise<Map<string, SharedAnswer> | undefined> {
    const { shared } = table;
    if (!shared) return undefined;
    const valuesOf = await this.#values.learn(sql, table, shared.rights, callers);
    const keys = [...callers.keys()];
    const values = keys.map(valuesOf);
    if (values.includes(undefined)) return undefined;
    // Many have all values in common.
    const alike = [...Map.groupBy(keys.keys(), (index) => values[index])];
    const distinct = JSON.stringify(alike.map(([each]) => each));
    const answers = await sql
      .unsafe<Answer[]>(shared.statement, [distinct, [...rows]])
      // A condition that fails for one must not silence the others.
      .catch((error: unknown) => this.#tell(table, error));
    return (
      answers &&
      new Map(
        answers.flatMap(({ caller_, visible_, is_open_: isOpen }) => {
          const visible = visible_.map((ordinal) => ordinal - 1);
          const [, indexes] = alike[caller_ - 1] as [unknown, number[]];
          return indexes.map((index) => [keys[index] as string, { visible, isOpen }] as const);
        }),
      )
    );
  }

  /** Once for a table as it is now; it would fail with every change. */
  #tell(table: Table, error: unknown): undefined {
    if (this.#told.has(table)) return;
    this.#told.add(table);
    this.#failed(table, error);
  }
}
