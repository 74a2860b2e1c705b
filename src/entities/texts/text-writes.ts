import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** Null: the viewer; managers also for others. */
export function useWithdrawTextConsent() {
  const { t } = useTranslation('texts');
  return useWrite({
    send: async (employeeId: string | null) =>
      unwrap(
        await supabase().rpc('withdraw_text_consent', {
          ...(employeeId !== null && { employee_id_param: employeeId }),
        }),
      ),
    done: t('toast.withdrawn'),
    stale: [queryKeys.texts],
    failureTitle: 'texts:toast.notWithdrawn',
  });
}

export interface RecordedConsent {
  employeeId: string;
  wording: string;
  language: string;
  givenOn: string;
  note: string;
}

export function useRecordTextConsent() {
  const { t } = useTranslation('texts');
  return useWrite({
    send: async ({ employeeId, wording, language, givenOn, note }: RecordedConsent) =>
      unwrap(
        await supabase().rpc('record_text_consent', {
          employee_id_param: employeeId,
          wording_param: wording,
          language_param: language,
          given_on_param: givenOn,
          note_param: note,
        }),
      ),
    done: t('toast.recorded'),
    stale: [queryKeys.texts],
    quiet: true,
  });
}
