import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import type { Holiday, TimeOffType } from '@/entities/time-off/time-off-queries';
import { useTimeOffStale } from '@/entities/time-off/use-time-off-writes';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { uuidv7 } from '@/lib/uuid';

/** A write whose form shows the failure itself. */
function useWrite<Input, Result>(
  write: (input: Input) => Promise<Result>,
  told: (result: Result, input: Input) => string,
) {
  const stale = useTimeOffStale();
  return useMutation({
    mutationFn: write,
    onSuccess: (result, input) => {
      toast.success(told(result, input));
      return stale();
    },
    meta: { quiet: true },
  });
}

export interface Decision {
  id: string;
  approve: boolean;
  note: string;
}

export function useDecideTimeOff() {
  const { t } = useTranslation('time-off');
  return useWrite(
    async ({ id, approve, note }: Decision) =>
      unwrap(
        await supabase().rpc('decide_time_off', {
          request_id_param: id,
          approve_param: approve,
          note_param: note,
        }),
      ),
    (_, { approve }) => t(approve ? 'toast.approved' : 'toast.declined'),
  );
}

export type TypeDraft = Pick<
  TimeOffType,
  'name' | 'paid' | 'pay_code' | 'accrual' | 'starts_on' | 'active'
>;

export function useSaveType(companyId: string) {
  const { t } = useTranslation('time-off');
  return useWrite(
    async ({ fields, opened }: { fields: TypeDraft; opened: TimeOffType | null }) => {
      if (opened) {
        const key = { company_id: companyId, id: opened.id };
        await saveChanges({ table: 'time_off_types', key, after: fields, before: opened });
      } else {
        const row = { ...fields, id: uuidv7(), company_id: companyId };
        unwrap(await supabase().from('time_off_types').insert(row));
      }
    },
    () => t('toast.typeSaved'),
  );
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
  return useWrite(
    async (grant: Grant) =>
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
    () => t('toast.given'),
  );
}

export function useAddHoliday(companyId: string) {
  const { t } = useTranslation('time-off');
  return useWrite(
    async (holiday: Pick<Holiday, 'date' | 'name' | 'paid_hours'>) =>
      unwrap(
        await supabase()
          .from('holidays')
          .insert({ ...holiday, id: uuidv7(), company_id: companyId }),
      ),
    () => t('toast.holidayAdded'),
  );
}

export function useRemoveHoliday(companyId: string) {
  const { t } = useTranslation('time-off');
  return useWrite(
    async (id: string) =>
      unwrap(await supabase().from('holidays').delete().eq('company_id', companyId).eq('id', id)),
    () => t('toast.holidayRemoved'),
  );
}

export function usePostHolidayPay() {
  const { t } = useTranslation('time-off');
  return useWrite(
    async (id: string) =>
      unwrap(await supabase().rpc('post_holiday_pay', { holiday_id_param: id })),
    (count) => t('toast.holidayPosted', { count }),
  );
}
