import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface OwnConsent {
  phone: string;
  /** As it was shown. */
  wording: string;
  language: string;
}

export function useGiveTextConsent() {
  const { t } = useTranslation('texts');
  return useWrite({
    send: async ({ phone, wording, language }: OwnConsent) =>
      unwrap(
        await supabase().rpc('give_text_consent', {
          wording_param: wording,
          language_param: language,
          phone_param: phone,
        }),
      ),
    done: t('toast.given'),
    stale: [queryKeys.texts, queryKeys.employees, queryKeys.viewer],
    quiet: true,
  });
}

export function useSendTestText() {
  return useWrite({
    send: async () => unwrap(await supabase().rpc('send_test_text')),
    stale: [queryKeys.texts],
    failureTitle: 'texts:toast.testNotSent',
  });
}
