import { deleteRow, saveRow } from '@/entities/edit/save-row';
import type { Holiday, TimeOffType } from '@/entities/time-off/time-off-queries';
import { STALE_TIME_OFF } from '@/entities/time-off/use-time-off-writes';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export interface Decision {
  id: string;
  approve: boolean;
  note: string;
}

export function useDecideTimeOff() {
  const { t } = useTranslation('time-off');
  return useWrite({
    send: async ({ id, approve, note }: Decision) =>
      unwrap(
        await supabase().rpc('decide_time_off', {
          request_id_param: id,
          approve_param: approve,
          note_param: note,
        }),
      ),
    done: (_, { approve }) => t(approve ? 'toast.approved' : 'toast.declined'),
    stale: STALE_TIME_OFF,
    quiet: true,
  });
}

export type TypeDraft = Pick<
  TimeOffType,
  'name' | 'paid' | 'pay_code' | 'accrual' | 'starts_on' | 'active' | 'audience'
>;

export function useSaveType(companyId: string) {
  const { t } = useTranslation('time-off');
  return useWrite({
    send: ({ fields, opened }: { fields: TypeDraft; opened: TimeOffType | null }) =>
      saveRow({ table: 'time_off_types', companyId, fields, opened }),
    done: t('toast.typeSaved'),
    stale: STALE_TIME_OFF,
    quiet: true,
  });
}

export interface Grant {
  employeeId: string;
  typeId: string;
  date: IsoDate;
  hours: number;
  note: string;
}

export function useGiveHours(companyId: string) {
  const { t } = useTranslation('time-off');
  return useWrite({
    send: async (grant: Grant) =>
      unwrap(
        await supabase()
          .from('time_off_grants')
          .insert({
            id: uuidv7(),
            company_id: companyId,
            employee_id: grant.employeeId,
            type_id: grant.typeId,
            date: grant.date,
            hours: grant.hours,
            note: grant.note || null,
          }),
      ),
    done: t('toast.given'),
    stale: STALE_TIME_OFF,
    quiet: true,
  });
}

export function useAddHoliday(companyId: string) {
  const { t } = useTranslation('time-off');
  return useWrite({
    send: async (holiday: Pick<Holiday, 'date' | 'name' | 'paid_hours'>) =>
      unwrap(
        await supabase()
          .from('holidays')
          .insert({ ...holiday, id: uuidv7(), company_id: companyId }),
      ),
    done: t('toast.holidayAdded'),
    stale: STALE_TIME_OFF,
    quiet: true,
  });
}

export function useRemoveHoliday(companyId: string) {
  const { t } = useTranslation('time-off');
  return useWrite({
    send: (id: string) => deleteRow('holidays', companyId, id),
    done: t('toast.holidayRemoved'),
    stale: STALE_TIME_OFF,
    quiet: true,
  });
}

export function usePostHolidayPay() {
  const { t } = useTranslation('time-off');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('post_holiday_pay', { holiday_id_param: id })),
    done: (count) => t('toast.holidayPosted', { count }),
    stale: STALE_TIME_OFF,
    quiet: true,
  });
}
