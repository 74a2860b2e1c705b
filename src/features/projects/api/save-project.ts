import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProjectStatus } from '@/entities/project/projects-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { uuidv7 } from '@/lib/uuid';

export interface ProjectDraft {
  /** Null: a new one. */
  id: string | null;
  name: string;
  client: string | null;
  number: string | null;
  status: ProjectStatus;
  address: string | null;
  deadline: string | null;
  percent_complete: number;
  color: string | null;
  /** Its rates are minimums, and its lines are certified. */
  prevailing_wage: boolean;
}

export function useSaveProject(companyId: string) {
  const { t } = useTranslation('projects');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...values }: ProjectDraft) => {
      const table = supabase().from('projects');
      unwrap(
        id
          ? await table.update(values).eq('company_id', companyId).eq('id', id)
          : await table.insert({ ...values, id: uuidv7(), company_id: companyId }),
      );
    },
    onSuccess: (_saved, { id }) => {
      toast.success(id ? t('toast.saved') : t('toast.created'));
      return Promise.all([
        client.invalidateQueries({ queryKey: [queryKeys.projects] }),
        client.invalidateQueries({ queryKey: [queryKeys.payroll] }),
      ]);
    },
    meta: { quiet: true },
  });
}
