import type { StatementResult } from '../../database/request-transaction.ts';

/** The planner's guess out of `explain (format json)`. */
export function plannedRows(result: StatementResult): number {
  const text = result.rows.map((row) => row[0]?.toString('utf8') ?? '').join('\n');
  const plan = JSON.parse(text) as [{ Plan: { 'Plan Rows': number } }];
  return plan[0].Plan['Plan Rows'];
}
