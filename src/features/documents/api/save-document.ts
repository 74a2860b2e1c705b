import { useTranslation } from 'react-i18next';
import type { Document } from '@/features/documents/api/queries';
import { useDocumentWrite } from '@/features/documents/api/use-document-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export type DocumentInput = Pick<
  Document,
  'id' | 'name' | 'folder_id' | 'expires_on' | 'required_reading'
>;

async function update(companyId: string, id: string, row: object): Promise<void> {
  unwrap(await supabase().from('documents').update(row).eq('company_id', companyId).eq('id', id));
}

export function useSaveDocument(companyId: string) {
  const { t } = useTranslation('documents');
  return useDocumentWrite(
    ({ id, ...row }: DocumentInput) => update(companyId, id, row),
    () => t('toast.saved'),
    true,
  );
}

export function useRestoreDocument(companyId: string) {
  const { t } = useTranslation('documents');
  return useDocumentWrite(
    (document: Pick<Document, 'id'>) => update(companyId, document.id, { deleted_at: null }),
    () => t('toast.restored'),
  );
}

/** It can be taken back for as long as the company keeps deleted documents. */
export function useDeleteDocument(companyId: string) {
  const { t } = useTranslation(['documents', 'common']);
  const restore = useRestoreDocument(companyId);
  return useDocumentWrite(
    (document: Pick<Document, 'id' | 'name'>) =>
      update(companyId, document.id, { deleted_at: new Date().toISOString() }),
    (_result, document) => {
      toast.success(t('toast.deleted', { name: document.name }), {
        action: { label: t('common:action.undo'), onClick: () => restore.mutate(document) },
      });
      return null;
    },
  );
}
