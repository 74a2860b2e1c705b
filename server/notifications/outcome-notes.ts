import type { Queryable, Sql } from '../database/sql/sql.ts';
import type { Logger } from '../http/log.ts';
import type { Channel, Outcome, OutcomeHook } from './outcome.ts';

/**
 * The queue of a channel. Whoever writes an outcome sets `note_after` in the same statement; it is
 * cleared when the project knows, so no outcome is lost with a server or a function that fails.
 */
export interface OutcomeQueue {
  readonly channel: Channel;
  /** Has `id uuid` and `note_after timestamptz`. */
  readonly table: { readonly schema: string; readonly name: string };
  /** Reads `status`, `error` and `details` of these rows. */
  readonly read: (sql: Queryable, ids: readonly string[]) => Promise<readonly NotedRow[]>;
}

export interface NotedRow {
  readonly id: string;
  readonly status: Outcome['status'];
  readonly error: string | null;
  readonly details: Outcome['details'];
}

interface Dependencies {
  readonly sql: Sql;
  readonly log: Logger;
  readonly hook: OutcomeHook | undefined;
}

const ROWS_AT_ONCE = 100;
const RETRY_SECONDS = 30;

/** Notifies the project of what became of each message, until it has taken it. */
export class OutcomeNotes {
  readonly #dependencies: Dependencies;
  readonly #queue: OutcomeQueue;
  #round: Promise<void> | undefined;
  #wanted = false;

  constructor(dependencies: Dependencies, queue: OutcomeQueue) {
    this.#dependencies = dependencies;
    this.#queue = queue;
  }

  /** Whether outcomes are to be written with `note_after`. */
  get isWanted(): boolean {
    return this.#dependencies.hook !== undefined;
  }

  /** Resolves once all outcomes, as they were at the call or later, were tried. Never throws. */
  async drain(): Promise<void> {
    if (!this.isWanted) return;
    this.#wanted = true;
    this.#round ??= this.#work().finally(() => {
      this.#round = undefined;
    });
    await this.#round;
  }

  async #work(): Promise<void> {
    while (this.#wanted) {
      this.#wanted = false;
      try {
        while ((await this.#noteSome()) > 0);
      } catch (error) {
        this.#warn(error);
        await this.#noteOneByOne().catch((further: unknown) => this.#warn(further));
      }
    }
  }

  /** All or none of them. */
  #noteSome(): Promise<number> {
    return this.#dependencies.sql.begin(async (transaction) => {
      const table = this.#table(transaction);
      // Servers take turns: the project's function may lock the same rows in another order.
      await transaction`
        select pg_advisory_xact_lock(hashtextextended(${`outcomes of ${this.#queue.channel}`}, 0))`;
      const rows = await transaction<{ id: string }[]>`
        update ${table} set note_after = null where id in (
          select id from ${table} where note_after <= clock_timestamp()
           order by note_after limit ${ROWS_AT_ONCE} for update skip locked)
        returning id`;
      const ids = rows.map(({ id }) => id);
      await this.#call(transaction, ids);
      return ids.length;
    });
  }

  /** So that one the project refuses holds up no other. */
  async #noteOneByOne(): Promise<void> {
    const { sql } = this.#dependencies;
    const table = this.#table(sql);
    const rows = await sql<{ id: string }[]>`
      select id from ${table} where note_after <= clock_timestamp() order by note_after`;
    for (const { id } of rows) {
      await this.#noteOne(id).catch(async (error: unknown) => {
        this.#warn(error, id);
        await sql`
          update ${table}
             set note_after = clock_timestamp() + make_interval(secs => ${RETRY_SECONDS})
           where id = ${id} and note_after is not null`;
      });
    }
  }

  #noteOne(id: string): Promise<void> {
    return this.#dependencies.sql.begin(async (transaction) => {
      const table = this.#table(transaction);
      const rows = await transaction`
        update ${table} set note_after = null where id = ${id} and note_after is not null
        returning id`;
      if (rows.length > 0) await this.#call(transaction, [id]);
    });
  }

  async #call(sql: Queryable, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { channel, read } = this.#queue;
    const rows = await read(sql, ids);
    await this.#dependencies.hook?.note(
      sql,
      rows.map((row) => ({ channel, ...row })),
    );
  }

  #table(sql: Queryable) {
    const { schema, name } = this.#queue.table;
    return sql`${sql(schema)}.${sql(name)}`;
  }

  #warn(error: unknown, id?: string): void {
    const { channel } = this.#queue;
    this.#dependencies.log.warn({ channel, id, err: error }, 'an outcome could not be noted yet');
  }
}
