import { HttpError } from '../http/http-error.ts';
import type { Caller } from './caller.ts';
import { shareOf } from './caller-share.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { durationMs } from './duration-setting.ts';
import { isOvertakenByMigration } from './postgres-error.ts';
import type {
  OpenTransaction,
  RequestTransactions,
  Statement,
  StatementResult,
  TransactionOptions,
} from './request-transaction.ts';
import { type Connection, ConnectionLostError } from './wire/connection.ts';

/** As on hosted Supabase; PostgreSQL applies a role's own setting only at sign-in, not at `set role`. */
const STATEMENT_TIMEOUTS: Readonly<Record<string, string>> = { anon: '3s', authenticated: '8s' };
const ROWS_PER_FETCH = 500;
/** What a busy machine may need beyond the limit of a statement until its answer is here. */
const ANSWER_MARGIN_MS = 12_000;

export class PooledRequestTransactions implements RequestTransactions {
  readonly #pool: ConnectionPool;
  readonly #answerMarginMs: number;

  constructor(pool: ConnectionPool, answerMarginMs = ANSWER_MARGIN_MS) {
    this.#pool = pool;
    this.#answerMarginMs = answerMarginMs;
  }

  async run(
    caller: Caller,
    statements: readonly Statement[],
    options: TransactionOptions = {},
  ): Promise<StatementResult[]> {
    if (options.rollback) return this.#runAndRollBack(caller, statements, options);
    const batch = [impersonate(caller, options), ...statements];
    const results = await this.#runBatch(caller, options, batch).catch((error) => {
      if (!isOvertakenByMigration(error)) throw error;
      return this.#runBatch(caller, options, batch);
    });
    results.shift();
    return results;
  }

  transaction<T>(
    caller: Caller,
    options: TransactionOptions,
    work: (transaction: OpenTransaction) => Promise<T>,
  ): Promise<T> {
    return this.#withConnection(caller, options, async (connection) => {
      await connection.batch([{ text: 'begin' }, impersonate(caller, options)]);
      try {
        const result = await work(openTransaction(connection));
        await connection.batch([{ text: options.rollback ? 'rollback' : 'commit' }]);
        return result;
      } catch (error) {
        await connection.batch([{ text: 'rollback' }]).catch(() => connection.destroy());
        throw error;
      }
    });
  }

  #runBatch(
    caller: Caller,
    options: TransactionOptions,
    batch: readonly Statement[],
  ): Promise<StatementResult[]> {
    return this.#withConnection(caller, options, (connection) => connection.batch(batch));
  }

  #runAndRollBack(
    caller: Caller,
    statements: readonly Statement[],
    options: TransactionOptions,
  ): Promise<StatementResult[]> {
    return this.transaction(caller, options, async (transaction) => {
      const results: StatementResult[] = [];
      for (const statement of statements) results.push(await transaction.query(statement));
      return results;
    });
  }

  async #withConnection<T>(
    caller: Caller,
    { signal, settings }: TransactionOptions,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const share = shareOf(caller);
    const acquired = this.#pool.acquire(share);
    const connection = acquired instanceof Promise ? await acquired : acquired;
    const limit = settings?.['statement_timeout'] ?? STATEMENT_TIMEOUTS[caller.role] ?? '0';
    const limitMs = durationMs(limit);
    connection.expectAnswerWithin(limitMs === 0 ? 0 : limitMs + this.#answerMarginMs);
    let cancelled: Promise<void> | undefined;
    const cancel = () => {
      cancelled = connection.cancel().catch(() => connection.destroy());
    };
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', cancel, { once: true });
      return await work(connection);
    } catch (error) {
      if (error instanceof ConnectionLostError) throw connectionLost(error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
      if (cancelled) await cancelled;
      this.#pool.release(connection, share);
    }
  }
}

/** One statement that makes the transaction the caller's: everything it sets ends with it. */
function impersonate(caller: Caller, options: TransactionOptions): Statement {
  let text =
    "select set_config('role',$1,true),set_config('request.jwt.claims',$2,true)," +
    "set_config('statement_timeout',$3,true)";
  const values = [caller.role, caller.claims, STATEMENT_TIMEOUTS[caller.role] ?? '0'];
  if (options.readOnly) text += ",set_config('transaction_read_only','on',true)";
  for (const [name, value] of Object.entries(options.settings ?? {})) {
    values.push(name, value);
    text += `,set_config($${values.length - 1},$${values.length},true)`;
  }
  return { text, values };
}

function openTransaction(connection: Connection): OpenTransaction {
  return {
    async query(statement) {
      const [result] = await connection.batch([statement]);
      return result as StatementResult;
    },
    async *stream(statement) {
      let page = await connection.openPortal(statement, ROWS_PER_FETCH);
      yield* page.rows;
      while (page.commandTag === '') {
        page = await connection.continuePortal(ROWS_PER_FETCH);
        yield* page.rows;
      }
    },
  };
}

function connectionLost(cause: Error): HttpError {
  const body = {
    code: 'PGRST001',
    message: 'The connection to the database was lost.',
    details: null,
    hint: 'Check whether the change was saved, then try again.',
  };
  return new HttpError(503, body, { headers: { 'retry-after': '1' }, cause });
}
