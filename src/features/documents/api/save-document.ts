import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import type { Document } from '@/features/documents/api/queries';
import { useDocumentWrite } from '@/features/documents/api/use-document-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export type DocumentFields = Pick<
  Document,
  'name' | 'folder_id' | 'expires_on' | 'required_reading'
>;

async function setDeleted(companyId: string, id: string, at: string | null): Promise<void> {
  const row = { deleted_at: at };
  unwrap(await supabase().from('documents').update(row).eq('company_id', companyId).eq('id', id));
}

export function useSaveDocument(companyId: string) {
  const { t } = useTranslation('documents');
  return useDocumentWrite(
    ({ fields, opened }: { fields: DocumentFields; opened: Document }) =>
      saveChanges({
        table: 'documents',
        key: { company_id: companyId, id: opened.id },
        after: fields,
        before: opened,
      }),
    () => t('toast.saved'),
    true,
  );
}

export function useRestoreDocument(companyId: string) {
  const { t } = useTranslation('documents');
  return useDocumentWrite(
    (document: Pick<Document, 'id'>) => setDeleted(companyId, document.id, null),
    () => t('toast.restored'),
  );
}

/** It can be taken back for as long as the company keeps deleted documents. */
export function useDeleteDocument(companyId: string) {
  const { t } = useTranslation(['documents', 'common']);
  const restore = useRestoreDocument(companyId);
  return useDocumentWrite(
    (document: Pick<Document, 'id' | 'name'>) =>
      setDeleted(companyId, document.id, new Date().toISOString()),
    (_result, document) => {
      toast.success(t('toast.deleted', { name: document.name }), {
        action: { label: t('common:action.undo'), onClick: () => restore.mutate(document) },
      });
      return null;
    },
  );
}
