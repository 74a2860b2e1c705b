import { queryOptions } from '@tanstack/react-query';
import type { FormatId } from '@/features/exports/formats/format-ids';
import type {
  PayrollRow,
  PreviewLine,
  PreviewSource,
  RecordedExport,
} from '@/features/exports/payroll-record';
import { readRecord, type StoredFileRecord } from '@/features/exports/read-record';
import { allPages } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

const SHOWN_EXPORTS = 20;

export function payrollRowsQuery(companyId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'export-rows', companyId, range],
    queryFn: ({ signal }) =>
      allPages(
        async (from, to) =>
          unwrap(
            await supabase()
              .rpc('generate_payroll_export_data', {
                company_id_param: companyId,
                start_date_param: range.start,
                end_date_param: range.end,
              })
              .range(from, to)
              .abortSignal(signal),
          ) as PayrollRow[],
      ),
    staleTime: 0,
  });
}

/** With its lines as rows again. */
export const previewData = (source: PreviewSource) => ({
  ...source,
  lines: source.lines.employee_id.map(
    (_, row) =>
      Object.fromEntries(
        Object.entries(source.lines).map(([column, values]) => [column, values[row] ?? null]),
      ) as unknown as PreviewLine,
  ),
});

/** What would be recorded now: shows what a payroll system misses before anything is exported. */
export function exportSourceQuery(companyId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'export-source', companyId, range],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('payroll_export_preview', {
            start_date_param: range.start,
            end_date_param: range.end,
            brief_param: true,
          })
          .abortSignal(signal),
      ) as unknown as PreviewSource,
    // Once, not whenever something is typed.
    select: previewData,
    staleTime: 0,
  });
}

/** Without totals: recorded by another program, which made its file itself. */
export function exportsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'exports', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('payroll_exports')
          .select('id, start_date, end_date, format, created_at, exported_by, file_hash, totals')
          .eq('company_id', companyId)
          .order('created_at', { ascending: false })
          .limit(SHOWN_EXPORTS)
          .abortSignal(signal),
      ),
  });
}

/** What was filled in the last time this format was exported. */
export function lastSettingsQuery(companyId: string, format: FormatId) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'exports', companyId, 'settings', format],
    queryFn: async ({ signal }) => {
      const [last] = unwrap(
        await supabase()
          .from('payroll_exports')
          .select('settings:rows->settings->provider')
          .eq('company_id', companyId)
          .eq('format', format)
          .not('totals', 'is', null)
          .order('created_at', { ascending: false })
          .limit(1)
          .abortSignal(signal),
      ) as unknown as { settings: Record<string, string> | null }[];
      return last?.settings ?? {};
    },
  });
}

export function exportChangesQuery(exportId: string) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'exports', 'changes', exportId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('payroll_export_changes', { export_id_param: exportId })
          .abortSignal(signal),
      ) as {
        employee_id: string;
        first_name: string;
        last_name: string;
        hours_then: number | null;
        hours_now: number | null;
        earnings_then: number | null;
        earnings_now: number | null;
        /** Same hours and pay, but on other days, jobs, cost codes or rates. */
        moved: boolean;
      }[],
    staleTime: 0,
  });
}

export async function fetchExport(
  companyId: string,
  exportId: string,
): Promise<RecordedExport | StoredFileRecord> {
  return readRecord(
    unwrap(
      await supabase()
        .from('payroll_exports')
        .select('id, start_date, end_date, format, created_at, rows')
        .eq('company_id', companyId)
        .eq('id', exportId)
        .single(),
    ) as unknown as Parameters<typeof readRecord>[0],
  );
}
