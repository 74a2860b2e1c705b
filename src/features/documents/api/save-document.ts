import { saveChanges } from '@/entities/edit/save-changes';
import type { Document } from '@/features/documents/api/queries';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

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
  return useWrite({
    send: ({ fields, opened }: { fields: DocumentFields; opened: Document }) =>
      saveChanges({
        table: 'documents',
        key: { company_id: companyId, id: opened.id },
        after: fields,
        before: opened,
      }),
    done: t('toast.saved'),
    stale: [queryKeys.documents],
    quiet: true,
  });
}

export function useRestoreDocument(companyId: string) {
  const { t } = useTranslation('documents');
  return useWrite({
    send: (document: Pick<Document, 'id'>) => setDeleted(companyId, document.id, null),
    done: t('toast.restored'),
    stale: [queryKeys.documents],
  });
}

/** It can be taken back for as long as the company keeps deleted documents. */
export function useDeleteDocument(companyId: string) {
  const { t } = useTranslation('documents');
  const restore = useRestoreDocument(companyId);
  return useWrite({
    send: (document: Pick<Document, 'id' | 'name'>) =>
      setDeleted(companyId, document.id, new Date().toISOString()),
    done: (_deleted, document) => ({
      title: t('toast.deleted', { name: document.name }),
      undo: () => restore.mutate(document),
    }),
    stale: [queryKeys.documents],
  });
}
