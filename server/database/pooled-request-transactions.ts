import { HttpError } from '../http/http-error.ts';
import { askerOf } from './asker.ts';
import type { Caller } from './caller.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { durationMs } from './duration-setting.ts';
import { shareOf } from './fairness/caller-share.ts';
import { noteGranted, openUses } from './granted-uses.ts';
import { isWorthRetrying } from './postgres-error.ts';
import type {
  OpenTransaction,
  RequestTransactions,
  Statement,
  StatementResult,
  TransactionOptions,
} from './request-transaction.ts';
import { type Connection, ConnectionLostError } from './wire/connection.ts';

/** As on hosted Supabase; PostgreSQL applies a role's own setting only at sign-in, not at `set role`. */
const STATEMENT_TIMEOUTS: Readonly<Record<string, string>> = {
  anon: '3s',
  authenticated: '8s',
  api_token: '8s',
};
const TIMEOUTS_MS: ReadonlyMap<string, number> = new Map(
  Object.entries(STATEMENT_TIMEOUTS).map(([role, limit]) => [role, durationMs(limit)]),
);
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
    const opening = openingOf(caller, options);
    const batch = [...opening, ...statements];
    let results: StatementResult[];
    try {
      results = await this.#runBatch(caller, options, batch);
    } catch (error) {
      if (!isWorthRetrying(error)) throw error;
      results = await this.#runBatch(caller, options, batch);
    }
    noteGranted(caller, options.uses);
    return results.slice(opening.length);
  }

  transaction<T>(
    caller: Caller,
    options: TransactionOptions,
    work: (transaction: OpenTransaction) => Promise<T>,
  ): Promise<T> {
    return this.#withConnection(caller, options, async (connection) => {
      try {
        // A caller can be refused here, as a token without the scope is: the transaction is open by then.
        await connection.batch([{ text: 'begin' }, ...openingOf(caller, options)]);
        noteGranted(caller, options.uses);
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
    { signal, settings, address }: TransactionOptions,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const share = shareOf(caller, address);
    const acquired = this.#pool.acquire(share);
    const connection = acquired instanceof Promise ? await acquired : acquired;
    const ownLimit = settings?.['statement_timeout'];
    const limitMs =
      ownLimit === undefined ? (TIMEOUTS_MS.get(caller.role) ?? 0) : durationMs(ownLimit);
    connection.expectAnswerWithin(limitMs === 0 ? 0 : limitMs + this.#answerMarginMs);
    let cancelled: Promise<void> | undefined;
    const cancel = () => {
      cancelled = connection.cancel().catch(() => connection.destroy());
    };
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', cancel);
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

/**
 * Who asks, from the claims the same statement sets. Kept beside the very claims it was found for, and
 * only where there is such an employee: whatever else asks is looked up by the policies themselves.
 */
const STORE_CALLER =
  ",set_config('caller.claims',case when w.company is null then '' else $2 end,true)," +
  "set_config('caller.company',coalesce(w.company,''),true)," +
  "set_config('caller.employee',coalesce(w.employee,''),true)," +
  "set_config('caller.role',coalesce(w.role,''),true)," +
  "set_config('caller.company_role',coalesce(w.company_role,''),true)";
const WHO_ASKS = ' from (values (1)) one left join private.who_asks($4::uuid,$5,$6) w on true';
/** A connection could still hold what somebody set for longer than a transaction. */
const CLEAR_CALLER = ",set_config('caller.claims','',true)";

/** A token that ended, or has no scope for what is asked, fails here, before anything else is run. */
const requireToken = (id: number, uses: number) =>
  `,private.require_api_scopes($${id}::uuid,$${uses}::jsonb)`;

const openingOf = (caller: Caller, options: TransactionOptions): Statement[] =>
  options.first === undefined
    ? [impersonate(caller, options)]
    : [impersonate(caller, options), options.first];

/** One statement that makes the transaction the caller's: everything it sets ends with it. */
function impersonate(caller: Caller, options: TransactionOptions): Statement {
  const asker = options.asksOnce && options.readOnly ? askerOf(caller) : undefined;
  const values: (string | null)[] = [
    caller.role,
    caller.claims,
    STATEMENT_TIMEOUTS[caller.role] ?? '0',
  ];
  if (asker) values.push(asker.account, asker.assurance, asker.company);
  for (const [name, value] of Object.entries(options.settings ?? {})) values.push(name, value);
  const isToken = caller.tokenId !== undefined;
  if (isToken) values.push(caller.tokenId, openUses(caller, options.uses));
  const way = asker ? 'asking' : options.readOnly ? 'reading' : 'writing';
  return { text: impersonation(way, values.length, isToken), values, ignoresRows: true };
}

/** Reading, with who asks found for the policies or not. */
type Way = 'asking' | 'reading' | 'writing';

const impersonations = new Map<string, string>();

/** The same string again for the same shape: putting it together and looking it up anew costs each request more than its values. */
function impersonation(way: Way, valueCount: number, isToken: boolean): string {
  const shape = `${way}${valueCount}${isToken}`;
  let text = impersonations.get(shape);
  if (text === undefined) {
    text = impersonationText(way, valueCount, isToken);
    impersonations.set(shape, text);
  }
  return text;
}

function impersonationText(way: Way, valueCount: number, isToken: boolean): string {
  let text =
    "select set_config('role',$1,true),set_config('request.jwt.claims',$2,true)," +
    "set_config('statement_timeout',$3,true)";
  if (way !== 'writing') text += ",set_config('transaction_read_only','on',true)";
  text += way === 'asking' ? STORE_CALLER : CLEAR_CALLER;
  const afterSettings = valueCount + 1 - (isToken ? 2 : 0);
  for (let name = way === 'asking' ? 7 : 4; name < afterSettings; name += 2)
    text += `,set_config($${name},$${name + 1},true)`;
  if (isToken) text += requireToken(afterSettings, afterSettings + 1);
  return way === 'asking' ? text + WHO_ASKS : text;
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
