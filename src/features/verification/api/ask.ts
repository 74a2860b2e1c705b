import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { saveAndCall } from '@/entities/offline/save-and-send';
import type { Item } from '@/features/verification/api/queries';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

/** Puts one question to the people of one or several items. */
export function useAsk() {
  const { t } = useTranslation('verification');
  return useWrite({
    send: async ({ items, question }: { items: readonly Item[]; question: string }) => {
      for (const { kind, subject_id } of items)
        unwrap(
          await supabase().rpc('ask_about_verification', {
            kind_param: kind,
            subject_id_param: subject_id,
            question_param: question,
            id_param: uuidv7(),
          }),
        );
    },
    done: (_result, { items }) => t('toast.asked', { count: items.length }),
    stale: [queryKeys.verification],
  });
}

export interface OpenQuestion {
  id: string;
  question: string;
  author: string;
  created_at: string;
  verifications: { happened_at: string; project_id: string | null };
}

/** What the office wants to know from this person, as long as nobody has decided. */
export function openQuestionsQuery(companyId: string, employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.verification, 'questions', companyId, employeeId],
    queryFn: async ({ signal }): Promise<OpenQuestion[]> =>
      unwrap(
        await supabase()
          .from('verification_questions')
          .select(
            'id, question, author, created_at, verifications!inner(happened_at, project_id, status)',
          )
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .eq('verifications.status', 'open')
          .is('answer', null)
          .order('created_at')
          .limit(20)
          .abortSignal(signal),
      ),
  });
}

/** Written down on the device first: an answer given in a basement arrives as well. */
export function useAnswerQuestion() {
  const { t } = useTranslation('verification');
  const client = useQueryClient();
  return useWrite({
    send: ({ id, answer }: { id: string; answer: string }) =>
      saveAndCall('answers', 'answer_verification_question', {
        id_param: id,
        answer_param: answer,
      }),
    done: (sent) => (sent ? t('toast.answered') : null),
    onSuccess: (_sent, { id }) => {
      client.setQueriesData<OpenQuestion[]>(
        { queryKey: [queryKeys.verification, 'questions'] },
        (open) => open?.filter((question) => question.id !== id),
      );
    },
    stale: [queryKeys.verification],
    refreshesInBackground: true,
  });
}
