import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useShiftRefusal } from '@/entities/shift/use-shift-refusal';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export function useAcknowledgeShift() {
  const { t } = useTranslation('scheduling');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids)
        unwrap(await supabase().rpc('acknowledge_shift', { shift_id_param: id }));
    },
    onSuccess: () => {
      toast.success(t('toast.acknowledged'));
      return client.invalidateQueries({ queryKey: [queryKeys.schedule] });
    },
    meta: { failureText: 'scheduling:error.acknowledge' },
  });
}

export function useTakeShift() {
  const { t } = useTranslation('scheduling');
  const sayWhy = useShiftRefusal('take');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      unwrap(await supabase().rpc('take_shift', { shift_id_param: id })),
    onSuccess: () => toast.success(t('toast.taken')),
    onError: sayWhy,
    // Who came second sees at once that it is gone.
    onSettled: () => client.invalidateQueries({ queryKey: [queryKeys.schedule] }),
    meta: { quiet: true },
  });
}
