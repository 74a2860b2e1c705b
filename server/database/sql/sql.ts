import type { Parameter } from './parameters.ts';
import type { Query } from './query.ts';
import type { Fragment, Identifiers, Json, ValueRows, Values } from './statement.ts';

export { DatabaseError } from 'pg';

// biome-ignore lint/suspicious/noExplicitAny: what a column holds is for the query to say
export type Row = Record<string, any>;

export type Insertable =
  | Parameter
  | Json
  | Identifiers
  | ValueRows
  | Fragment
  | Query<readonly Row[]>;

/** The pool, a connection or an open transaction: where a query runs is the caller's choice. */
export interface Queryable {
  /** `sql<User[]>`select … where id = ${id}``; runs when awaited, or is part of another query. */
  <T extends readonly object[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly Insertable[]
  ): Query<T>;
  /** Names of tables and columns, quoted. */
  (names: string | readonly string[]): Identifiers;
  /** `insert into t ${sql({ a, b })}` or `update t set ${sql({ a, b })}`. */
  (values: Values | readonly Values[]): ValueRows;
  json(value: unknown): Json;
  /** SQL made elsewhere; without values it may hold several statements, and the last one answers. */
  unsafe<T extends readonly object[] = Row[]>(
    text: string,
    values?: readonly Parameter[],
  ): Query<T>;
}

/** One connection, until it is released. */
export interface ReservedSql extends Queryable {
  release(): void;
}

/** The platform's own connections. */
export interface Sql extends Queryable {
  /** Commits what `work` did, or nothing of it. `mode`: `isolation level …`. */
  begin<T>(work: (sql: Queryable) => Promise<T>): Promise<T>;
  begin<T>(mode: string, work: (sql: Queryable) => Promise<T>): Promise<T>;
  reserve(): Promise<ReservedSql>;
  /** `onListen` each time it listens anew: what was told in between is lost. */
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    onListen?: () => void,
  ): Promise<Subscription>;
  /** Other connections to the same database. */
  again(options: SqlOptions): Sql;
  /** Waits for what runs, at most so many seconds, and closes. */
  end(options?: { readonly timeout?: number }): Promise<void>;
}

export interface Subscription {
  unlisten(): Promise<void>;
}

export interface SqlOptions {
  readonly max?: number;
  readonly connectTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  /** Settings of the session, as in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
}
