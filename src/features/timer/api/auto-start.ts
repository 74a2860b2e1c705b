import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { takeFreshSignIn } from '@/entities/session/fresh-sign-in';
import { useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { uuidv7 } from '@/lib/uuid';

/** Starts the clock on the work of the latest entry; null where there is none to go on with. */
async function startLastWork(companyId: string, employeeId: string): Promise<string | null> {
  const [last] = unwrap(
    await supabase()
      .from('time_entries')
      .select('project_id, cost_code_id')
      .eq('company_id', companyId)
      .eq('employee_id', employeeId)
      .order('clock_in', { ascending: false })
      .limit(1),
  );
  if (!last?.project_id) return null;
  const id = uuidv7();
  unwrap(
    await supabase().rpc('clock_in', {
      project_id_param: last.project_id,
      cost_code_id_param: last.cost_code_id as string,
      notes_param: '',
      id_param: id,
    }),
  );
  return id;
}

/** 'Auto start timer on login': once after a sign-in, with the way back in the toast. */
export function useAutoStart(): void {
  const { t } = useTranslation(['timer', 'common']);
  const client = useQueryClient();
  const { company, employee, preferences, running_entry: running } = useViewer();
  const { mutate: undo } = useMutation({
    mutationFn: async (id: string) => {
      unwrap(await supabase().rpc('clock_out', { entry_id_param: id }));
      unwrap(await supabase().rpc('delete_time_entry', { id_param: id }));
    },
    onSettled: () => refreshTime(client),
    meta: { failureText: 'timer:error.stop' },
  });
  const { mutate: start } = useMutation({
    mutationFn: () => startLastWork(company?.id ?? '', employee?.id ?? ''),
    onSuccess: (id) => {
      if (!id) return;
      toast.success(t('toast.started'), {
        description: t('autoStarted'),
        duration: 15_000,
        action: { label: t('common:action.undo'), onClick: () => undo(id) },
      });
      return refreshTime(client);
    },
    meta: { failureText: 'timer:error.start' },
  });
  const wanted = preferences?.auto_start_timer === true && employee !== null && running === null;
  useEffect(() => {
    if (takeFreshSignIn() && wanted) start();
  }, [start, wanted]);
}
