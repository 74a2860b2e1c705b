import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

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
export const STALE_TIME_OFF = [
  queryKeys.timeOff,
  queryKeys.payroll,
  queryKeys.schedule,
  queryKeys.dashboard,
];

export function useWithdrawTimeOff() {
  const { t } = useTranslation('time-off');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('withdraw_time_off', { request_id_param: id })),
    done: t('toast.withdrawn'),
    stale: STALE_TIME_OFF,
    failureText: 'time-off:error.withdraw',
  });
}

/** The form shows a failure itself. What was sent can be taken back from the toast. */
export function useRequestTimeOff() {
  const { t } = useTranslation('time-off');
  const withdraw = useWithdrawTimeOff();
  return useWrite({
    send: async (draft: TimeOffDraft) =>
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
    done: ({ id }) => ({ title: t('toast.requested'), undo: () => withdraw.mutate(id) }),
    stale: STALE_TIME_OFF,
    quiet: true,
  });
}
