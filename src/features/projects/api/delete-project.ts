import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '@/features/projects/api/queries';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import { toast, UNDO_MILLISECONDS } from '@/lib/toast';

/** A project with time is archived and can come back; one without is really deleted. */
export function useDeleteProject(companyId: string) {
  const { t } = useTranslation(['projects', 'common']);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [queryKeys.projects] });
  const restore = useMutation({
    mutationFn: (project: Project) => setArchived(companyId, project.id, null),
    onSuccess: () => {
      toast.success(t('toast.restored'));
      return refresh();
    },
  });
  const remove = useMutation({
    mutationFn: async (project: Project) => {
      if (project.entries > 0) {
        return setArchived(companyId, project.id, new Date(serverNow()).toISOString());
      }
      unwrap(
        await supabase().from('projects').delete().eq('company_id', companyId).eq('id', project.id),
      );
    },
    onSuccess: (_done, project) => {
      if (project.entries === 0) toast.success(t('toast.deleted'));
      else {
        toast.success(t('toast.archived'), {
          duration: UNDO_MILLISECONDS,
          action: { label: t('common:action.undo'), onClick: () => restore.mutate(project) },
        });
      }
      return refresh();
    },
  });
  return { remove, restore };
}

async function setArchived(companyId: string, id: string, archivedAt: string | null) {
  unwrap(
    await supabase()
      .from('projects')
      .update({ archived_at: archivedAt })
      .eq('company_id', companyId)
      .eq('id', id),
  );
}
