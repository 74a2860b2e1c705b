import { unwrap } from '@/lib/errors';
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

const KEY = 'chalkline.clock-answers';

function waiting(): AnswerSet[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as AnswerSet[];
  } catch {
    return [];
  }
}

function keep(sets: AnswerSet[]): void {
  if (sets.length === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(sets));
}

/** Kept on the phone first: an answer given without signal is sent when there is one again. */
export function keepAnswers(set: AnswerSet): void {
  keep([...waiting(), set]);
}

let sending: Promise<void> | null = null;

async function sendAll(employeeId: string): Promise<void> {
  for (const set of waiting()) {
    if (set.employeeId !== employeeId) continue;
    const result = await supabase().rpc('answer_clock_questions', {
      time_entry_id_param: set.entryId,
      answers_param: set.answers.map((answer) => ({ ...answer })),
      language_param: set.language,
    });
    // Refused for good, such as an entry of someone else: nothing would be gained by asking again.
    const refused = result.error?.code === 'P0001';
    if (!refused) unwrap(result);
    const sent = JSON.stringify(set);
    keep(waiting().filter((other) => JSON.stringify(other) !== sent));
  }
}

/** Sends what waits for this person; a failure keeps it for the next time. */
export function sendAnswers(employeeId: string): Promise<void> {
  sending ??= sendAll(employeeId).finally(() => {
    sending = null;
  });
  return sending;
}

export const hasWaitingAnswers = (): boolean => waiting().length > 0;
