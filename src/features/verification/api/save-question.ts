import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ClockQuestion } from '@/entities/clock-question/clock-questions-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export type QuestionInput = Omit<ClockQuestion, 'id'> & { id: string | null };

export function useSaveQuestion(companyId: string) {
  const { t } = useTranslation('verification');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...fields }: QuestionInput) => {
      const table = supabase().from('clock_questions');
      unwrap(
        id
          ? await table.update(fields).eq('company_id', companyId).eq('id', id)
          : await table.insert({ ...fields, company_id: companyId }),
      );
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
