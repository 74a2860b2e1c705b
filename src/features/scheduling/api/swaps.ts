import { useShiftRefusal } from '@/entities/shift/use-shift-refusal';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** People one works with, whom one can ask to take a shift. */
export const colleaguesQuery = (employeeId: string) =>
  rowsQuery([queryKeys.team, 'colleagues', employeeId], () => supabase().rpc('my_team'));

/** Open swaps the viewer asked for or was asked for. */
export const mySwapsQuery = (employeeId: string) =>
  rowsQuery([queryKeys.schedule, 'swaps', employeeId], () => supabase().rpc('my_swaps'));

export function useAskForSwap() {
  const { t } = useTranslation('scheduling');
  return useWrite({
    send: async ({ shiftId, toId, note }: { shiftId: string; toId: string; note: string }) =>
      unwrap(
        await supabase().rpc('ask_for_swap', {
          shift_id_param: shiftId,
          to_employee_id_param: toId,
          note_param: note,
        }),
      ),
    done: t('toast.swapAsked'),
    stale: [queryKeys.schedule],
    quiet: true,
  });
}

export function useAnswerSwap() {
  const { t } = useTranslation('scheduling');
  const onFailure = useShiftRefusal('swap');
  return useWrite({
    send: async ({ id, accept }: { id: string; accept: boolean }) =>
      unwrap(await supabase().rpc('answer_swap', { swap_id_param: id, accept_param: accept })),
    done: t('toast.swapAnswered'),
    stale: [queryKeys.schedule],
    quiet: true,
    onFailure,
  });
}
