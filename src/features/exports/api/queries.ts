import { queryOptions } from '@tanstack/react-query';
import type { PayrollRow, RecordedExport } from '@/features/exports/payroll-record';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

/** What the data API hands out at once. */
const PAGE = 1000;

async function fetchRows(companyId: string, range: DateRange, signal: AbortSignal) {
  const rows: PayrollRow[] = [];
  for (;;) {
    const page = unwrap(
      await supabase()
        .rpc('generate_payroll_export_data', {
          company_id_param: companyId,
          start_date_param: range.start,
          end_date_param: range.end,
        })
        .range(rows.length, rows.length + PAGE - 1)
        .abortSignal(signal),
    ) as PayrollRow[];
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

export function payrollRowsQuery(companyId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'export-rows', companyId, range],
    queryFn: ({ signal }) => fetchRows(companyId, range, signal),
    staleTime: 0,
  });
}

type ExportSummary = Pick<
  RecordedExport,
  'id' | 'start_date' | 'end_date' | 'format' | 'created_at'
> & { exported_by: string };

const SHOWN_EXPORTS = 8;

export function recentExportsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'exports', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('payroll_exports')
          .select('id, start_date, end_date, format, created_at, exported_by')
          .eq('company_id', companyId)
          .in('format', ['csv', 'pdf', 'excel'])
          .not('rows', 'is', null)
          .order('created_at', { ascending: false })
          .limit(SHOWN_EXPORTS)
          .abortSignal(signal),
      ) as ExportSummary[],
  });
}

export async function fetchExport(companyId: string, exportId: string): Promise<RecordedExport> {
  return unwrap(
    await supabase()
      .from('payroll_exports')
      .select('id, start_date, end_date, format, created_at, rows')
      .eq('company_id', companyId)
      .eq('id', exportId)
      .single(),
  ) as unknown as RecordedExport;
}
