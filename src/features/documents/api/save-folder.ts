import { useTranslation } from 'react-i18next';
import type { Audience } from '@/entities/audience/audience';
import { saveChanges } from '@/entities/edit/save-changes';
import { useDocumentWrite } from '@/features/documents/api/use-document-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

export interface FolderInput {
  /** As it was when the form was opened; null: a new one. */
  opened: { id: string; name: string; audience: Audience } | null;
  name: string;
  project_id: string | null;
  audience: Audience;
}

export function useSaveFolder(companyId: string) {
  const { t } = useTranslation('documents');
  return useDocumentWrite(
    async ({ opened, name, project_id, audience }: FolderInput) => {
      const row = { name, audience: { ...audience } };
      if (opened) {
        const key = { company_id: companyId, id: opened.id };
        await saveChanges({ table: 'folders', key, after: row, before: opened });
      } else {
        unwrap(
          await supabase()
            .from('folders')
            .insert({ ...row, project_id, company_id: companyId }),
        );
      }
    },
    () => t('toast.folderSaved'),
    true,
  );
}

export function useDeleteFolder(companyId: string) {
  const { t } = useTranslation('documents');
  return useDocumentWrite(
    async (id: string) => {
      unwrap(await supabase().from('folders').delete().eq('company_id', companyId).eq('id', id));
    },
    () => t('toast.folderDeleted'),
  );
}
