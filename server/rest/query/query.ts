import type { Representation } from '../request/media-type.ts';
import type { Parameter } from '../sql/sql-text.ts';

/** A statement's fixed text with where its parameters come from. */
export interface QueryStatement {
  readonly text: string;
  readonly parameters: readonly Parameter[];
}

/**
 * Columns of the main statement's one row. `guard` is never read: it makes the statement fail, and
 * so be undone, when the number of rows is not what the request allows.
 */
export type ResultColumn =
  | 'body'
  | 'count'
  | 'total'
  | 'guard'
  | 'callResult'
  | 'inserted'
  | 'location'
  | 'headers'
  | 'status';

/** Everything about a request of one shape that does not depend on its values. */
export interface Query {
  readonly kind: 'read' | 'insert' | 'update' | 'put' | 'delete' | 'call';
  readonly main: QueryStatement;
  /** The call of a function that writes, committed before `main` reads what it gave. */
  readonly call: QueryStatement | undefined;
  readonly callColumns: readonly ResultColumn[];
  /** `explain` of the counting statement, for planned and estimated counts. */
  readonly estimate: QueryStatement | undefined;
  /**
   * Asked beside the main statement when that cannot carry it: insertions of an upsert and response
   * settings after a write without a result, the total before streaming.
   */
  readonly beside: QueryStatement | undefined;
  /** Columns of the main statement, then of `beside`. */
  readonly columns: readonly ResultColumn[];
  readonly besideColumns: readonly ResultColumn[];
  readonly readOnly: boolean;
  /** Of the function that is called, where it has one. */
  readonly statementTimeout: string | undefined;
  readonly representation: Representation;
  /** Rows come one by one, each a line of CSV after this header. */
  readonly csvHeader: string | undefined;
  /** Exactly one row or an error; undone when it is a write. */
  readonly isSingular: boolean;
  readonly returnsVoid: boolean;
  /** For `Location`. */
  readonly keyColumns: readonly string[];
  readonly hasBody: boolean;
  /** Tables it reads besides the one it names. */
  readonly embeds: readonly string[];
}

export const emptyQuery = {
  call: undefined,
  callColumns: [],
  estimate: undefined,
  beside: undefined,
  columns: [],
  besideColumns: [],
  readOnly: false,
  statementTimeout: undefined,
  csvHeader: undefined,
  isSingular: false,
  returnsVoid: false,
  keyColumns: [],
  hasBody: false,
  embeds: [],
} satisfies Partial<Query>;
