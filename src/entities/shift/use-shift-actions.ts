import { useShiftRefusal } from '@/entities/shift/use-shift-refusal';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export function useAcknowledgeShift() {
  const { t } = useTranslation('my-shifts');
  return useWrite({
    send: async (ids: readonly string[]) => {
      for (const id of ids)
        unwrap(await supabase().rpc('acknowledge_shift', { shift_id_param: id }));
    },
    done: t('acknowledged'),
    stale: [queryKeys.schedule],
    failureText: 'my-shifts:error.acknowledge',
  });
}

export function useTakeShift() {
  const { t } = useTranslation('scheduling');
  const onFailure = useShiftRefusal('take');
  return useWrite({
    send: async (id: string) => unwrap(await supabase().rpc('take_shift', { shift_id_param: id })),
    done: t('toast.taken'),
    stale: [queryKeys.schedule],
    quiet: true,
    onFailure,
  });
}
