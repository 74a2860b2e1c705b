import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import type { Project } from '@/features/projects/api/queries';
import { type ProjectFields, rowOf, valuesOf } from '@/features/projects/project-form';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { uuidv7 } from '@/lib/uuid';

export interface ProjectDraft {
  fields: ProjectFields;
  /** As it was when the form was opened; null: a new one. */
  opened: Project | null;
}

export function useSaveProject(companyId: string) {
  const { t } = useTranslation('projects');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ fields, opened }: ProjectDraft) => {
      if (opened) {
        const key = { company_id: companyId, id: opened.id };
        // The picker shows a color where none is stored; untouched, none stays.
        const initial = rowOf(valuesOf(opened));
        await saveChanges({ table: 'projects', key, after: fields, before: opened, initial });
      } else {
        const row = { ...fields, id: uuidv7(), company_id: companyId };
        unwrap(await supabase().from('projects').insert(row));
      }
    },
    onSuccess: (_saved, { opened }) => {
      toast.success(opened ? t('toast.saved') : t('toast.created'));
      return Promise.all([
        client.invalidateQueries({ queryKey: [queryKeys.projects] }),
        client.invalidateQueries({ queryKey: [queryKeys.payroll] }),
      ]);
    },
    meta: { quiet: true },
  });
}
