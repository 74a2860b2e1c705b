import type { Audience } from '@/entities/audience/audience';
import { deleteRow, saveRow } from '@/entities/edit/save-row';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface FolderInput {
  /** As it was when the form was opened; null: a new one. */
  opened: { id: string; name: string; audience: Audience } | null;
  name: string;
  project_id: string | null;
  audience: Audience;
}

export function useSaveFolder(companyId: string) {
  const { t } = useTranslation('documents');
  return useWrite({
    send: ({ opened, name, project_id, audience }: FolderInput) => {
      const fields = { name, audience: { ...audience }, ...(opened ? {} : { project_id }) };
      return saveRow({ table: 'folders', companyId, fields, opened });
    },
    done: t('toast.folderSaved'),
    stale: [queryKeys.documents],
    quiet: true,
  });
}

export function useDeleteFolder(companyId: string) {
  const { t } = useTranslation('documents');
  return useWrite({
    send: async (id: string) => {
      await deleteRow('folders', companyId, id);
    },
    done: t('toast.folderDeleted'),
    stale: [queryKeys.documents],
  });
}
