import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/lib/all-pages';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type CostCode = Pick<
  Row<'cost_codes'>,
  'id' | 'code' | 'name' | 'code_group' | 'unit' | 'active' | 'merged_into'
> & {
  minutesThisMonth: number;
  entries: number;
  lastUsed: string | null;
  /** Empty: may be booked on every project that has no list of its own. */
  projectIds: readonly string[];
};

async function fetchCostCodes(companyId: string, signal: AbortSignal): Promise<CostCode[]> {
  const [codes, usage] = await Promise.all([
    allRows(() =>
      supabase()
        .from('cost_codes')
        .select('id, code, name, code_group, unit, active, merged_into')
        .eq('company_id', companyId)
        .order('code')
        .order('id')
        .abortSignal(signal),
    ),
    allRows(() => supabase().rpc('cost_code_usage').order('cost_code_id').abortSignal(signal)),
  ]);
  const byCode = new Map(usage.map((row) => [row.cost_code_id, row]));
  return codes.map((code) => {
    const used = byCode.get(code.id);
    return {
      ...code,
      minutesThisMonth: used?.minutes_this_month ?? 0,
      entries: used?.entries ?? 0,
      lastUsed: used?.last_used ?? null,
      projectIds: used?.project_ids ?? [],
    };
  });
}

export function costCodesQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.costCodes, 'list', companyId],
    queryFn: ({ signal }) => fetchCostCodes(companyId, signal),
  });
}
