import { enqueue } from '@/entities/offline/event-queue';
import type { NewEvent } from '@/entities/offline/offline-event';

/** Where answers and confirmed bulletins waited before there was one queue. */
const ANSWERS = 'chalkline.clock-answers';
const NOTES = 'chalkline.bulletin-notes';

interface OldAnswers {
  employeeId: string;
  entryId: string;
  language: string;
  answers: object[];
}

interface OldNote {
  employeeId: string;
  id: string;
  action: string;
  language: string;
}

function waitingIn<T extends { employeeId: string }>(key: string, employeeId: string): T[] {
  try {
    const all = JSON.parse(localStorage.getItem(key) ?? '[]') as T[];
    return all.filter((item) => item.employeeId === employeeId);
  } catch {
    return [];
  }
}

/** Brings what an earlier version of the app left to send into the queue; repeating it changes nothing. */
export async function adoptOutboxes(userId: string, employeeId: string): Promise<void> {
  const answers = waitingIn<OldAnswers>(ANSWERS, employeeId).map(
    ({ entryId, language, answers: given }): NewEvent => ({
      kind: 'answers',
      payload: {
        rpc: 'answer_clock_questions',
        args: { time_entry_id_param: entryId, answers_param: given, language_param: language },
      },
    }),
  );
  const notes = waitingIn<OldNote>(NOTES, employeeId).map(
    ({ id, action, language }): NewEvent => ({
      kind: 'bulletin',
      payload: {
        rpc: `${action}_bulletin`,
        args: { bulletin_id_param: id, language_param: language },
      },
    }),
  );
  if (answers.length + notes.length === 0) return;
  await enqueue(userId, [...answers, ...notes], Date.now());
  localStorage.removeItem(ANSWERS);
  localStorage.removeItem(NOTES);
}
