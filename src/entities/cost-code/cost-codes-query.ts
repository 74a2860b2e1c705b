import { queryOptions, useQuery } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { allRows } from '@/lib/all-pages';
import { useOwnNames } from '@/lib/own-name';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type CostCodeOption = Pick<
  Row<'cost_codes'>,
  'id' | 'code' | 'name' | 'name_es' | 'code_group' | 'active'
>;

export function costCodeOptionsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.costCodes, 'options', companyId],
    queryFn: async ({ signal }): Promise<CostCodeOption[]> =>
      allRows(() =>
        supabase()
          .from('cost_codes')
          .select('id, code, name, name_es, code_group, active')
          .eq('company_id', companyId)
          .order('code')
          .order('id')
          .abortSignal(signal),
      ),
    staleTime: 5 * 60_000,
  });
}

type Allowed = Pick<Row<'project_cost_codes'>, 'project_id' | 'cost_code_id'>;

export function allowedCodesQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.costCodes, 'allowed', companyId],
    queryFn: async ({ signal }): Promise<Allowed[]> =>
      allRows(() =>
        supabase()
          .from('project_cost_codes')
          .select('project_id, cost_code_id')
          .eq('company_id', companyId)
          .order('project_id')
          .order('cost_code_id')
          .abortSignal(signal),
      ),
    staleTime: 5 * 60_000,
  });
}

/** For pickers and for names in lists, in the viewer's language. */
export function useCostCodeOptions() {
  const companyId = useViewer().company?.id ?? '';
  const select = useOwnNames<CostCodeOption>();
  return useQuery({ ...costCodeOptionsQuery(companyId), select, enabled: companyId !== '' });
}

/** Codes that may be booked on a project: all active ones, or only its own where it has a list. */
export function useBookableCostCodes() {
  const companyId = useViewer().company?.id ?? '';
  const { data: codes = [], isPending } = useCostCodeOptions();
  const { data: allowed = [] } = useQuery({
    ...allowedCodesQuery(companyId),
    enabled: companyId !== '',
  });
  const bookableOn = (projectId: string | null): CostCodeOption[] => {
    const own = new Set(
      allowed.filter((row) => row.project_id === projectId).map((row) => row.cost_code_id),
    );
    return codes.filter((code) => code.active && (own.size === 0 || own.has(code.id)));
  };
  return { bookableOn, isPending };
}

export function useCostCode(costCodeId: string | null | undefined): CostCodeOption | null {
  return useCostCodeOptions().data?.find((code) => code.id === costCodeId) ?? null;
}
