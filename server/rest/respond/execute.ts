import type { StatementResult, TransactionOptions } from '../../database/request-transaction.ts';
import { bind, type RequestValues } from '../query/bind.ts';
import type { Query, QueryStatement } from '../query/query.ts';
import { answerTooLarge } from '../rest-error.ts';
import type { Execution } from './execution.ts';
import { plannedRows } from './planned-rows.ts';
import { type Outcome, type RestResponse, readOutcome, respond } from './rest-response.ts';
import { streamCsv } from './stream-csv.ts';

/** Runs a query as its caller, in one transaction, and makes the answer. */
export async function execute(execution: Execution): Promise<RestResponse> {
  const { requestQuery, request } = execution;
  const { query } = requestQuery;
  if (query.csvHeader !== undefined) {
    return streamCsv(
      execution,
      query.csvHeader,
      transactionOptions(execution),
      valuesOf(execution),
    );
  }
  const results = await run(execution, query);
  if (query.representation.explain !== undefined) return explainResponse(query, results);
  return respond(request, query, outcomeOf(execution, results), execution.profile);
}

function valuesOf({ request, requestQuery, caller }: Execution): RequestValues {
  return {
    values: request.query.values,
    body: requestQuery.body,
    offset: request.range.offset,
    role: caller.role,
  };
}

function transactionOptions(execution: Execution): TransactionOptions {
  const { query } = execution.requestQuery;
  return {
    readOnly: query.readOnly,
    asksOnce: execution.asksOnce,
    ...(execution.first === undefined
      ? {}
      : { first: { text: execution.first, ignoresRows: true } }),
    rollback: execution.request.preferences.tx === 'rollback',
    signal: execution.signal,
    address: execution.address,
    uses: execution.uses,
    ...(execution.settings === undefined ? {} : { settings: execution.settings }),
  };
}

interface Results {
  readonly call: StatementResult | undefined;
  readonly estimate: StatementResult | undefined;
  readonly main: StatementResult;
  readonly beside: StatementResult | undefined;
}

async function run(execution: Execution, query: Query): Promise<Results> {
  const call = query.call && (await runCall(execution, query.call));
  const values = call ? { ...valuesOf(execution), ...call.values } : valuesOf(execution);
  const statements = [bind(query.main, values)];
  if (query.estimate) statements.unshift(bind(query.estimate, values));
  if (query.beside) statements.push(bind(query.beside, values));
  const results = await execution.requests.run(
    execution.caller,
    statements,
    transactionOptions(execution),
  );
  const first = query.estimate === undefined ? 0 : 1;
  return {
    call: call?.result,
    estimate: query.estimate === undefined ? undefined : results[0],
    main: results[first] as StatementResult,
    beside: query.beside === undefined ? undefined : results[first + 1],
  };
}

/** What the function did is committed here, before anything is made of what it gave. */
async function runCall(execution: Execution, call: QueryStatement) {
  const [result] = await execution.requests.run(
    execution.caller,
    [bind(call, valuesOf(execution))],
    transactionOptions(execution),
  );
  const column = execution.requestQuery.query.callColumns.indexOf('callResult');
  const text = result?.rows[0]?.[column];
  if (text == null) throw answerTooLarge();
  return { result, values: { callResult: text.toString('utf8') } };
}

function outcomeOf(execution: Execution, { call, estimate, main, beside }: Results): Outcome {
  const { query } = execution.requestQuery;
  const outcome = readOutcome(
    [
      { columns: query.columns, row: main.rows[0] },
      { columns: query.besideColumns, row: beside?.rows[0] },
      { columns: query.callColumns, row: call?.rows[0] },
    ],
    changedRows(main.commandTag),
  );
  if (estimate === undefined) return outcome;
  const guess = plannedRows(estimate);
  // An estimate is asked for only when there are more rows than anybody will be shown.
  const isCounted = outcome.total !== undefined && outcome.total <= execution.maxRows;
  return isCounted ? outcome : { ...outcome, total: Math.max(guess, outcome.total ?? 0) };
}

/** `INSERT 0 3`, `UPDATE 3` → 3 */
function changedRows(commandTag: string): number {
  return Number(commandTag.slice(commandTag.lastIndexOf(' ') + 1)) || 0;
}

function explainResponse(query: Query, { main }: Results): RestResponse {
  const lines = main.rows.map((row) => row[0]?.toString('utf8') ?? '');
  return {
    status: 200,
    headers: { 'content-type': query.representation.contentType },
    body: lines.join('\n'),
  };
}
