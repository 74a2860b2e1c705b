import type { Caller } from '../../database/caller.ts';
import type {
  RequestTransactions,
  StatementResult,
  TransactionOptions,
} from '../../database/request-transaction.ts';
import { bind, type RequestValues } from '../plan/bind.ts';
import type { PlannedRequest } from '../plan/plan-request.ts';
import type { Planned, PlannedStatement } from '../plan/planned.ts';
import type { RestRequest } from '../request/rest-request.ts';
import { plannedRows } from './planned-rows.ts';
import { type Outcome, type RestResponse, readOutcome, respond } from './rest-response.ts';
import { streamCsv } from './stream-csv.ts';

export interface Execution {
  readonly requests: RequestTransactions;
  readonly caller: Caller;
  readonly request: RestRequest;
  readonly plan: PlannedRequest;
  readonly settings: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal;
  readonly maxRows: number;
  /** The schema to name in the answer, where several are exposed. */
  readonly profile: string | undefined;
}

/** Runs a plan as its caller, in one transaction, and makes the answer. */
export async function execute(execution: Execution): Promise<RestResponse> {
  const { plan, request } = execution;
  const { planned } = plan;
  if (planned.csvHeader !== undefined) {
    return streamCsv(
      execution,
      planned.csvHeader,
      transactionOptions(execution),
      valuesOf(execution),
    );
  }
  const results = await run(execution, planned);
  if (planned.representation.plan !== undefined) return explainResponse(planned, results);
  return respond(request, planned, outcomeOf(execution, results), execution.profile);
}

function valuesOf({ request, plan, caller }: Execution): RequestValues {
  return {
    values: request.query.values,
    body: plan.body,
    offset: request.range.offset,
    role: caller.role,
  };
}

function transactionOptions(execution: Execution): TransactionOptions {
  const { planned } = execution.plan;
  return {
    readOnly: planned.readOnly,
    rollback: execution.request.preferences.tx === 'rollback',
    signal: execution.signal,
    ...(execution.settings === undefined ? {} : { settings: execution.settings }),
  };
}

interface Results {
  readonly estimate: StatementResult | undefined;
  readonly main: StatementResult;
  readonly beside: StatementResult | undefined;
}

async function run(execution: Execution, planned: Planned): Promise<Results> {
  const values = valuesOf(execution);
  const statements = [planned.estimate, planned.main, planned.beside]
    .filter((statement): statement is PlannedStatement => statement !== undefined)
    .map((statement) => bind(statement, values));
  const results = await execution.requests.run(
    execution.caller,
    statements,
    transactionOptions(execution),
  );
  const first = planned.estimate === undefined ? 0 : 1;
  return {
    estimate: planned.estimate === undefined ? undefined : results[0],
    main: results[first] as StatementResult,
    beside: planned.beside === undefined ? undefined : results[first + 1],
  };
}

function outcomeOf(execution: Execution, { estimate, main, beside }: Results): Outcome {
  const { planned } = execution.plan;
  const outcome = readOutcome(
    [
      { columns: planned.columns, row: main.rows[0] },
      { columns: planned.besideColumns, row: beside?.rows[0] },
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

function explainResponse(planned: Planned, { main }: Results): RestResponse {
  const lines = main.rows.map((row) => row[0]?.toString('utf8') ?? '');
  return {
    status: 200,
    headers: { 'content-type': planned.representation.contentType },
    body: lines.join('\n'),
  };
}
