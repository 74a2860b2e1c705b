import type { Cancellation } from '../concurrency/cancellation.ts';
import type { Caller } from './caller.ts';

/** One SQL statement. Values go as text parameters; PostgreSQL infers their types. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly (string | null)[];
  /** Run for what it does: what it selects is not read. */
  readonly ignoresRows?: boolean;
}

/** Result columns are left as PostgreSQL's own text, undecoded. */
export interface StatementResult {
  readonly rows: readonly (readonly (Buffer | null)[])[];
  /** `INSERT 0 3`, `SELECT 12`, … */
  readonly commandTag: string;
}

export interface TransactionOptions {
  /** Refuse writes (GET and HEAD). */
  readonly readOnly?: boolean;
  /**
   * The database can tell who asks (`private.who_asks`): found once, in the statement that sets role and
   * claims, and kept for the policies. Only in transactions that write nothing, which cannot make it untrue.
   */
  readonly asksOnce?: boolean;
  /** Run as the caller before the first statement: it may refuse what follows. */
  readonly first?: Statement;
  /** What an API token's request is about, as JSON: refused before it begins where a scope is missing. */
  readonly uses?: string | undefined;
  /** Undo everything after answering (`Prefer: tx=rollback`). */
  readonly rollback?: boolean;
  /** Settings for this transaction only, e.g. `request.method`, `storage.operation`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where a caller without an account asks from, if it can be told. */
  readonly address?: string | undefined;
  /** Aborting cancels the running statement in PostgreSQL. */
  readonly signal?: Cancellation;
}

/** An open transaction, for work that must look at one result before the next statement. */
export interface OpenTransaction {
  query(statement: Statement): Promise<StatementResult>;
  /** Rows one by one with back-pressure; memory stays constant however many there are. */
  stream(statement: Statement): AsyncIterable<readonly (Buffer | null)[]>;
}

/**
 * Every query on behalf of a caller goes through here: role and claims are set for one transaction
 * only, so nothing of one request can leak into the next.
 */
export interface RequestTransactions {
  /** All statements pipelined in one round trip; resolves once PostgreSQL has committed. */
  run(
    caller: Caller,
    statements: readonly Statement[],
    options?: TransactionOptions,
  ): Promise<StatementResult[]>;
  /** Interactive: commits when `work` resolves, rolls back when it rejects. */
  transaction<T>(
    caller: Caller,
    options: TransactionOptions,
    work: (transaction: OpenTransaction) => Promise<T>,
  ): Promise<T>;
}
