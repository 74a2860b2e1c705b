import type { ClockQuestion } from '@/entities/clock-question/clock-questions-query';
import { deleteRow, saveRow } from '@/entities/edit/save-row';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

type QuestionFields = Omit<ClockQuestion, 'id'>;

export interface QuestionInput {
  fields: QuestionFields;
  /** As it was when it was opened; null: a new one. */
  opened: ClockQuestion | null;
}

export function useSaveQuestion(companyId: string) {
  const { t } = useTranslation('verification');
  return useWrite({
    send: ({ fields, opened }: QuestionInput) =>
      saveRow({ table: 'clock_questions', companyId, fields, opened }),
    done: t('toast.questionSaved'),
    stale: [queryKeys.clockQuestions],
  });
}

export function useDeleteQuestion(companyId: string) {
  const { t } = useTranslation('verification');
  return useWrite({
    send: (id: string) => deleteRow('clock_questions', companyId, id),
    done: t('toast.questionDeleted'),
    stale: [queryKeys.clockQuestions],
  });
}
