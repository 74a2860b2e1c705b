import { useTranslation } from 'react-i18next';
import { useDocumentWrite } from '@/features/documents/api/use-document-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

/** Signs the version that is shown, in the language the screen has. */
export function useSignDocument() {
  const { t, i18n } = useTranslation('documents');
  return useDocumentWrite(
    async (versionId: string) =>
      unwrap(
        await supabase().rpc('sign_document', {
          version_id_param: versionId,
          language_param: i18n.language,
        }),
      ),
    () => t('toast.signed'),
  );
}

/** Notes that the current version was opened; nothing on the screen waits for it. */
export async function noteOpened(versionId: string): Promise<void> {
  await supabase().rpc('open_document', { version_id_param: versionId });
}

export function useRemindToSign() {
  const { t } = useTranslation('documents');
  return useDocumentWrite(
    async (id: string) => unwrap(await supabase().rpc('remind_to_sign', { document_id_param: id })),
    (count) => t('toast.reminded', { count }),
  );
}
