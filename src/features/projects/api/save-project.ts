import { saveRow } from '@/entities/edit/save-row';
import type { Project } from '@/features/projects/api/queries';
import { type ProjectFields, rowOf, valuesOf } from '@/features/projects/project-form';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface ProjectDraft {
  fields: ProjectFields;
  /** As it was when the form was opened; null: a new one. */
  opened: Project | null;
}

export function useSaveProject(companyId: string) {
  const { t } = useTranslation('projects');
  return useWrite({
    send: ({ fields, opened }: ProjectDraft) => {
      // The picker shows a color where none is stored; untouched, none stays.
      const untouched = opened && { initial: rowOf(valuesOf(opened)) };
      return saveRow({ table: 'projects', companyId, fields, opened, ...untouched });
    },
    done: (_saved, { opened }) => (opened ? t('toast.saved') : t('toast.created')),
    stale: [queryKeys.projects, queryKeys.payroll],
    quiet: true,
  });
}
