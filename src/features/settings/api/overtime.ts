import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export const PRESETS = [
  'FLSA',
  'CA',
  'CA_4x10',
  'AK',
  'NV',
  'CO',
  'UNION_8_SAT_SUN',
  'NONE',
] as const;
export type Preset = (typeof PRESETS)[number];

/** The company's own policies, newest first. */
export function policiesQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.settings, 'overtime', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('overtime_policies')
          .select('id, preset, effective_from')
          .eq('company_id', companyId)
          .is('project_id', null)
          .is('employee_id', null)
          .order('effective_from', { ascending: false })
          .abortSignal(signal),
      ),
  });
}

/** What a preset would have changed in the last completed pay period. */
export function previewQuery(preset: Preset) {
  return queryOptions({
    queryKey: [queryKeys.settings, 'overtime-preview', preset],
    queryFn: async ({ signal }) => {
      const periods = unwrap(
        await supabase().rpc('recent_pay_periods', { count_param: 2 }).abortSignal(signal),
      );
      const last = periods.find(({ is_current }) => !is_current);
      if (!last) return [];
      return unwrap(
        await supabase()
          .rpc('preview_overtime_policy', {
            preset_param: preset,
            effective_from_param: last.start_date,
            start_date_param: last.start_date,
            end_date_param: last.end_date,
          })
          .abortSignal(signal),
      );
    },
  });
}
