import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useShiftRefusal } from '@/entities/shift/use-shift-refusal';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

/** People one works with, whom one can ask to take a shift. */
export const colleaguesQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.team, 'colleagues', employeeId],
    queryFn: async ({ signal }) => unwrap(await supabase().rpc('my_team').abortSignal(signal)),
  });

/** Open swaps the viewer asked for or was asked for. */
export const mySwapsQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.schedule, 'swaps', employeeId],
    queryFn: async ({ signal }) => unwrap(await supabase().rpc('my_swaps').abortSignal(signal)),
  });

export function useAskForSwap() {
  const { t } = useTranslation('scheduling');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ shiftId, toId, note }: { shiftId: string; toId: string; note: string }) =>
      unwrap(
        await supabase().rpc('ask_for_swap', {
          shift_id_param: shiftId,
          to_employee_id_param: toId,
          note_param: note,
        }),
      ),
    onSuccess: () => {
      toast.success(t('toast.swapAsked'));
      return client.invalidateQueries({ queryKey: [queryKeys.schedule] });
    },
    meta: { quiet: true },
  });
}

export function useAnswerSwap() {
  const { t } = useTranslation('scheduling');
  const sayWhy = useShiftRefusal('swap');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, accept }: { id: string; accept: boolean }) =>
      unwrap(await supabase().rpc('answer_swap', { swap_id_param: id, accept_param: accept })),
    onSuccess: () => {
      toast.success(t('toast.swapAnswered'));
      return client.invalidateQueries({ queryKey: [queryKeys.schedule] });
    },
    onError: sayWhy,
    meta: { quiet: true },
  });
}
