import { reloadTime } from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface Correction {
  id: string;
  projectId: string;
  costCodeId: string | null;
  classificationId: string | null;
}

/** Picks another project and cost code for one's own held punch; the server judges it again. */
export function useCorrectHeldEvent() {
  const { t } = useTranslation('offline');
  return useWrite({
    send: async ({ id, projectId, costCodeId, classificationId }: Correction) =>
      unwrap(
        await supabase().rpc('correct_held_event', {
          id_param: id,
          project_id_param: projectId,
          ...(costCodeId ? { cost_code_id_param: costCodeId } : {}),
          ...(classificationId ? { classification_id_param: classificationId } : {}),
        }),
      ),
    done: ({ status }) =>
      status === 'applied' ? t('held.picked') : { title: t('held.pickedHeld'), tone: 'error' },
    stale: [reloadTime, queryKeys.heldEvents],
    failureTitle: 'offline:held.pickFailed',
  });
}
