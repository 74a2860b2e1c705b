import { queryOptions } from '@tanstack/react-query';
import type { PayDifferenceLine } from '@/entities/pay-difference/pay-difference-queries';
import type { EntryInput } from '@/features/time-tracker/api/save-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** What entering this time in its locked period would post today; a refusal says why it cannot be. */
export const lateTimePreviewQuery = (input: EntryInput) =>
  queryOptions({
    queryKey: [queryKeys.owed, 'late-time-preview', input],
    queryFn: async ({ signal }): Promise<PayDifferenceLine[]> =>
      unwrap(
        await supabase()
          .rpc('late_time_preview', {
            employee_id_param: input.employeeId,
            clock_in_param: input.clockIn,
            clock_out_param: input.clockOut as string,
            project_id_param: input.projectId as string,
            cost_code_id_param: input.costCodeId,
            breaks_param: input.breaks.map((pause) => ({ ...pause })),
            equipment_id_param: input.equipmentId,
            meal_waived_param: input.mealWaived ?? null,
            entry_id_param: input.opened?.id ?? null,
          })
          .abortSignal(signal),
      ),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
