import { createOutbox } from '@/lib/outbox';
import { supabase } from '@/lib/supabase';

export interface Answer {
  question_id: string;
  answer: 'yes' | 'no';
  note: string | null;
  answered_at: string;
}

export interface AnswerSet {
  employeeId: string;
  entryId: string;
  language: string;
  answers: Answer[];
}

export const answerOutbox = createOutbox<AnswerSet>(
  'chalkline.clock-answers',
  ({ entryId, language, answers }) =>
    supabase().rpc('answer_clock_questions', {
      time_entry_id_param: entryId,
      answers_param: answers.map((answer) => ({ ...answer })),
      language_param: language,
    }),
);
