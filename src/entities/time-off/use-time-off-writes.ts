import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export interface TimeOffDraft {
  typeId: string;
  start: IsoDate;
  end: IsoDate;
  hours: number;
  note: string;
  /** Someone else, for managers. */
  employeeId?: string;
}

/** Approved time off is in payroll and on the schedule too. */
export function useTimeOffStale() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [queryKeys.timeOff, queryKeys.payroll, queryKeys.schedule, queryKeys.dashboard].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    );
}

export function useWithdrawTimeOff() {
  const { t } = useTranslation('time-off');
  const stale = useTimeOffStale();
  return useMutation({
    mutationFn: async (id: string) =>
      unwrap(await supabase().rpc('withdraw_time_off', { request_id_param: id })),
    onSuccess: () => {
      toast.success(t('toast.withdrawn'));
      return stale();
    },
    meta: { failureText: 'time-off:error.withdraw' },
  });
}

/** The form shows a failure itself. What was sent can be taken back from the toast. */
export function useRequestTimeOff() {
  const { t } = useTranslation(['time-off', 'common']);
  const stale = useTimeOffStale();
  const withdraw = useWithdrawTimeOff();
  return useMutation({
    mutationFn: async (draft: TimeOffDraft) =>
      unwrap(
        await supabase().rpc('request_time_off', {
          type_id_param: draft.typeId,
          start_date_param: draft.start,
          end_date_param: draft.end,
          hours_param: draft.hours,
          note_param: draft.note,
          ...(draft.employeeId ? { employee_id_param: draft.employeeId } : {}),
        }),
      ),
    onSuccess: (request) => {
      toast.success(t('toast.requested'), {
        action: { label: t('common:action.undo'), onClick: () => withdraw.mutate(request.id) },
      });
      return stale();
    },
    meta: { quiet: true },
  });
}
