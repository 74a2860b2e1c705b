import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reloadTime } from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

interface Correction {
  id: string;
  projectId: string;
  costCodeId: string | null;
}

/** Picks another project and cost code for one's own held punch; the server judges it again. */
export function useCorrectHeldEvent() {
  const { t } = useTranslation('offline');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, projectId, costCodeId }: Correction) =>
      unwrap(
        await supabase().rpc('correct_held_event', {
          id_param: id,
          project_id_param: projectId,
          ...(costCodeId ? { cost_code_id_param: costCodeId } : {}),
        }),
      ),
    onSuccess: ({ status }) =>
      status === 'applied' ? toast.success(t('held.picked')) : toast.error(t('held.pickedHeld')),
    onSettled: () =>
      Promise.all([
        reloadTime(client),
        client.invalidateQueries({ queryKey: [queryKeys.heldEvents] }),
      ]),
    meta: { failureTitle: 'offline:held.pickFailed' },
  });
}
