import { deleteRow } from '@/entities/edit/save-row';
import type { Project } from '@/features/projects/api/queries';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** What has time or phases is only archived. */
export const isArchivedOnly = ({ entries, hasPhases }: Project): boolean =>
  entries > 0 || hasPhases;

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
      if (isArchivedOnly(project)) {
        return setArchived(companyId, project.id, new Date(serverNow()).toISOString());
      }
      await deleteRow('projects', companyId, project.id);
    },
    done: (_removed, project) =>
      isArchivedOnly(project)
        ? { title: t('toast.archived'), undo: () => restore.mutate(project) }
        : t('toast.deleted'),
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
