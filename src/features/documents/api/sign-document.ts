import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** Signs the version that is shown, in the language the screen has. */
export function useSignDocument() {
  const { t, language } = useTranslation('documents');
  return useWrite({
    send: async (versionId: string) =>
      unwrap(
        await supabase().rpc('sign_document', {
          version_id_param: versionId,
          language_param: language,
        }),
      ),
    done: t('toast.signed'),
    stale: [queryKeys.documents],
  });
}

/** Notes that the current version was opened; nothing on the screen waits for it. */
export async function noteOpened(versionId: string): Promise<void> {
  await supabase().rpc('open_document', { version_id_param: versionId });
}

export function useRemindToSign() {
  const { t } = useTranslation('documents');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('remind_to_sign', { document_id_param: id })),
    done: (count) => t('toast.reminded', { count }),
    stale: [queryKeys.documents],
  });
}
