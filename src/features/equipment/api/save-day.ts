import { saveChanges } from '@/entities/edit/save-changes';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface MachineDay {
  equipment_id: string;
  work_date: string;
  project_id: string | null;
  working_minutes: number;
  idle_minutes: number;
  down_minutes: number;
}

/** Hours a day has already are replaced only after both were shown. */
export function useSaveDay(companyId: string) {
  const { t } = useTranslation('equipment');
  return useWrite({
    send: async (day: MachineDay) => {
      const { equipment_id, work_date, project_id, ...minutes } = day;
      const same = supabase()
        .from('equipment_days')
        .select('id')
        .match({ company_id: companyId, equipment_id, work_date });
      const [stored] = unwrap(
        await (project_id ? same.eq('project_id', project_id) : same.is('project_id', null)),
      );
      if (stored)
        await saveChanges({
          table: 'equipment_days',
          key: { company_id: companyId, id: stored.id },
          after: minutes,
          // The form opens empty: whatever the day has already is shown before it is replaced.
          before: { working_minutes: 0, idle_minutes: 0, down_minutes: 0 },
          together: [['working_minutes', 'idle_minutes', 'down_minutes']],
        });
      else
        unwrap(
          await supabase()
            .from('equipment_days')
            .insert({ ...day, company_id: companyId }),
        );
    },
    done: t('toast.daySaved'),
    stale: [queryKeys.equipment],
    quiet: true,
  });
}
