import { queryOptions } from '@tanstack/react-query';
import type { Expense } from '@/features/expenses/expense';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

export interface ExpenseFilter {
  status?: string;
  kind?: string;
  employee_id?: string;
  project_id?: string;
  from?: IsoDate;
  to?: IsoDate;
  mine?: boolean;
  to_decide?: boolean;
}

/** As many as one page of the function gives. */
const PAGE_ROWS = 500;
const MAX_ROWS = 20_000;

async function fetchPage(filter: ExpenseFilter, last: Expense | undefined, signal?: AbortSignal) {
  const call = supabase().rpc('list_expenses', {
    filter_param: asJson(filter),
    ...(last ? { before_param: last.spent_on, before_id_param: last.id } : {}),
    limit_param: PAGE_ROWS,
  });
  return unwrap(await (signal ? call.abortSignal(signal) : call));
}

/** All pages, for lists that are added up and for files. */
export async function fetchExpenses(
  filter: ExpenseFilter,
  signal?: AbortSignal,
): Promise<Expense[]> {
  const rows: Expense[] = [];
  for (;;) {
    const page = await fetchPage(filter, rows.at(-1), signal);
    rows.push(...page);
    if (page.length < PAGE_ROWS || rows.length >= MAX_ROWS) return rows;
  }
}

export const expensesQuery = (companyId: string, filter: ExpenseFilter) =>
  queryOptions({
    queryKey: [queryKeys.expenses, 'list', companyId, filter],
    queryFn: ({ signal }) => fetchExpenses(filter, signal),
  });

export const proposedQuery = (employeeId: string, range: DateRange) =>
  rowsQuery([queryKeys.expenses, 'proposed', employeeId, range.start, range.end], () =>
    supabase().rpc('proposed_per_diem', {
      start_date_param: range.start,
      end_date_param: range.end,
    }),
  );
export type ProposedTrip = Awaited<
  ReturnType<NonNullable<ReturnType<typeof proposedQuery>['queryFn']>>
>[number];

export const ratesQuery = (companyId: string) =>
  rowsQuery([queryKeys.expenses, 'rates', companyId], () =>
    supabase().rpc('reimbursement_rate_table'),
  );

export const rulesQuery = (companyId: string) =>
  rowsQuery([queryKeys.expenses, 'rules', companyId], () =>
    supabase()
      .from('per_diem_rules')
      .select('*')
      .eq('company_id', companyId)
      .order('from_date', { ascending: false }),
  );

export const GROUPINGS = ['employee', 'project', 'cost_code', 'kind', 'month', 'period'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const reportQuery = (
  companyId: string,
  range: DateRange,
  by: Grouping,
  then: Grouping | null,
) =>
  queryOptions({
    queryKey: [queryKeys.expenses, 'report', companyId, range.start, range.end, by, then],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('expense_report', {
            start_date_param: range.start,
            end_date_param: range.end,
            group_by_param: by,
            ...(then ? { then_by_param: then } : {}),
          })
          .abortSignal(signal),
      ),
    placeholderData: (before) => before,
  });

export const travelRulesQuery = (companyId: string) =>
  rowsQuery([queryKeys.expenses, 'travel-rules', companyId], () =>
    supabase()
      .from('travel_rules')
      .select('id, from_date, rule')
      .eq('company_id', companyId)
      .order('from_date', { ascending: false }),
  );

export const travelReportQuery = (companyId: string, range: DateRange) =>
  rowsQuery([queryKeys.expenses, 'travel', companyId, range.start, range.end], () =>
    supabase().rpc('travel_report', { start_date_param: range.start, end_date_param: range.end }),
  );

/** Whether a file with this hash was handed in before; nothing without a signal. */
export const sameReceiptQuery = (sha256: string | null) =>
  rowsQuery([queryKeys.expenses, 'receipt', sha256], () =>
    supabase().rpc('find_receipt', { sha256_param: sha256 ?? '' }),
  );
