import { queuedEvents } from '@/entities/offline/queue-state';
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

/** While the start of the entry waits on this device, the server knows nothing to keep the answers with. */
const isStartSent = ({ entryId }: AnswerSet): boolean =>
  !queuedEvents().some(
    ({ kind, payload }) =>
      (kind === 'clock_in' || kind === 'switch') && payload.entry_id === entryId,
  );

export const answerOutbox = createOutbox<AnswerSet>(
  'chalkline.clock-answers',
  ({ entryId, language, answers }) =>
    supabase().rpc('answer_clock_questions', {
      time_entry_id_param: entryId,
      answers_param: answers.map((answer) => ({ ...answer })),
      language_param: language,
    }),
  isStartSent,
);
