import { useTranslation } from 'react-i18next';
import type { Audience } from '@/entities/audience/audience';
import { useDocumentWrite } from '@/features/documents/api/use-document-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

export interface FolderInput {
  /** Null: a new one. */
  id: string | null;
  name: string;
  project_id: string | null;
  audience: Audience;
}

export function useSaveFolder(companyId: string) {
  const { t } = useTranslation('documents');
  return useDocumentWrite(
    async ({ id, name, project_id, audience }: FolderInput) => {
      const table = supabase().from('folders');
      const row = { name, audience: { ...audience } };
      unwrap(
        id
          ? await table.update(row).eq('company_id', companyId).eq('id', id)
          : await table.insert({ ...row, project_id, company_id: companyId }),
      );
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
