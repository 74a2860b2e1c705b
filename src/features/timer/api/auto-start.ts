import { useEffect, useRef } from 'react';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
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
export default function AutoStart() {
  const { t } = useTranslation('timer');
  const { company, employee } = useViewer();
  const started = useRef(false);
  const { mutate: undo } = useWrite({
    send: async (id: string) => {
      unwrap(await supabase().rpc('clock_out', { entry_id_param: id }));
      unwrap(await supabase().rpc('delete_time_entry', { id_param: id }));
    },
    stale: [refreshTime],
    failureText: 'timer:error.stop',
  });
  const { mutate: start } = useWrite({
    send: () => startLastWork(company?.id ?? '', employee?.id ?? ''),
    done: (id) =>
      id && {
        title: t('toast.started'),
        description: t('autoStarted'),
        duration: 15_000,
        undo: () => undo(id),
      },
    stale: [refreshTime],
    failureText: 'timer:error.start',
  });
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    start();
  }, [start]);
  return null;
}
