import { deleteRow } from '@/entities/edit/save-row';
import type { Project } from '@/features/projects/api/queries';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** A project with time is archived and can come back; one without is really deleted. */
export function useDeleteProject(companyId: string) {
  const { t } = useTranslation('projects');
  const restore = useWrite({
    send: (project: Project) => setArchived(companyId, project.id, null),
    done: t('toast.restored'),
    stale: [queryKeys.projects],
  });
  const remove = useWrite({
    send: async (project: Project) => {
      if (project.entries > 0) {
        return setArchived(companyId, project.id, new Date(serverNow()).toISOString());
      }
      await deleteRow('projects', companyId, project.id);
    },
    done: (_removed, project) =>
      project.entries === 0
        ? t('toast.deleted')
        : { title: t('toast.archived'), undo: () => restore.mutate(project) },
    stale: [queryKeys.projects],
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
