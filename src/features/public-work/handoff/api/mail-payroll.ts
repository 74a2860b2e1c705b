import { unwrap } from '@/lib/errors';
import type { Language } from '@/lib/languages';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface MailPayroll {
  id: string;
  emails: string[];
  expiresOn: string;
  message: string;
  language: Language;
}

/** Each address gets a link of its own that shows this one report. */
export function useMailPayroll() {
  const { t } = useTranslation('handoff');
  return useWrite({
    send: async ({ id, emails, expiresOn, message, language }: MailPayroll) =>
      unwrap(
        await supabase().rpc('mail_certified_payroll', {
          id_param: id,
          emails_param: emails,
          expires_on_param: expiresOn,
          message_param: message,
          language_param: language,
        }),
      ),
    done: (count) => t('mail.done', { count }),
    stale: [queryKeys.handoff, queryKeys.portalLinks, queryKeys.certifiedPayroll],
    quiet: true,
  });
}
