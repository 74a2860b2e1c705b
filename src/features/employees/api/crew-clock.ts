import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export type CrewAction = 'in' | 'switch' | 'out';

export interface CrewPunch {
  action: CrewAction;
  employeeIds: readonly string[];
  projectId: string | null;
  costCodeId: string | null;
}

async function punchCrew({ action, employeeIds, projectId, costCodeId }: CrewPunch) {
  const people = { employee_ids_param: [...employeeIds] };
  if (action === 'out') return unwrap(await supabase().rpc('crew_clock_out', people));
  const work = { ...people, project_id_param: projectId ?? '', cost_code_id_param: costCodeId };
  return unwrap(
    action === 'in'
      ? await supabase().rpc('crew_clock_in', work)
      : await supabase().rpc('crew_switch', work),
  );
}

/** Clocks several people at once; each entry says who did it. */
export function useCrewClock() {
  const { t } = useTranslation('employees');
  const client = useQueryClient();
  return useMutation({
    mutationFn: punchCrew,
    onSuccess: async (_rows, { action, employeeIds }) => {
      toast.success(t(`crew.done.${action}`, { count: employeeIds.length }));
      await client.invalidateQueries({ queryKey: [queryKeys.team] });
      await refreshTime(client);
    },
    meta: { failureText: 'employees:crew.failed' },
  });
}
