import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ClockQuestion } from '@/entities/clock-question/clock-questions-query';
import { saveChanges } from '@/entities/edit/save-changes';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

type QuestionFields = Omit<ClockQuestion, 'id'>;

export interface QuestionInput {
  fields: QuestionFields;
  /** As it was when it was opened; null: a new one. */
  opened: ClockQuestion | null;
}

export function useSaveQuestion(companyId: string) {
  const { t } = useTranslation('verification');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ fields, opened }: QuestionInput) => {
      if (opened) {
        const key = { company_id: companyId, id: opened.id };
        await saveChanges({ table: 'clock_questions', key, after: fields, before: opened });
      } else {
        const row = { ...fields, company_id: companyId };
        unwrap(await supabase().from('clock_questions').insert(row));
      }
    },
    onSuccess: () => {
      toast.success(t('toast.questionSaved'));
      return client.invalidateQueries({ queryKey: [queryKeys.clockQuestions] });
    },
  });
}

export function useDeleteQuestion(companyId: string) {
  const { t } = useTranslation('verification');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      unwrap(
        await supabase().from('clock_questions').delete().eq('company_id', companyId).eq('id', id),
      ),
    onSuccess: () => {
      toast.success(t('toast.questionDeleted'));
      return client.invalidateQueries({ queryKey: [queryKeys.clockQuestions] });
    },
  });
}
