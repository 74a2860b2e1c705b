import { saveChanges } from '@/entities/edit/save-changes';
import type { Project } from '@/features/projects/api/queries';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface Move {
  opened: Project;
  parentId: string | null;
}

/** Totals of what it was and becomes a part of change with it. */
const STALE = [queryKeys.projects, queryKeys.budgets, queryKeys.timeEntries];

export function useMoveProject(companyId: string) {
  const { t } = useTranslation('phases');
  return useWrite({
    send: ({ opened, parentId }: Move) =>
      saveChanges({
        table: 'projects',
        key: { company_id: companyId, id: opened.id },
        after: { parent_id: parentId },
        before: opened,
      }),
    done: t('move.done'),
    stale: STALE,
    quiet: true,
  });
}

interface PhasesOnly {
  project: Project;
  phasesOnly: boolean;
}

/** Whether time goes on the phases alone. */
export function useSetPhasesOnly(companyId: string) {
  const { t } = useTranslation('phases');
  return useWrite({
    send: ({ project, phasesOnly }: PhasesOnly) =>
      saveChanges({
        table: 'projects',
        key: { company_id: companyId, id: project.id },
        after: { phases_only: phasesOnly },
        before: project,
      }),
    done: t('phasesOnly.done'),
    stale: [queryKeys.projects],
  });
}
