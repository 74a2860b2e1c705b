import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ClockQuestion } from '@/entities/clock-question/clock-questions-query';
import { QuestionStep } from '@/features/clock-sheet/question-step';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';
import { session } from '@/testing/people';

const QUEUE = `queue:${session().user.id}`;

beforeEach(giveDeviceMemory);

const question = (id: string, text: string, alarm: 'yes' | null): ClockQuestion => ({
  id,
  moment: 'out',
  text_en: text,
  text_es: `¿${text}`,
  alarm_answer: alarm,
  opens_incident: alarm !== null,
  position: 0,
  active: true,
});
const questions = [
  question('q1', 'Breaks taken?', null),
  question('q2', 'Were you injured?', 'yes'),
];

async function openSheet(answers: Record<string, unknown> = {}) {
  const onDone = vi.fn();
  const opened = await openPart(
    <QuestionStep
      moment={{ moment: 'out', entryId: 'entry-1' }}
      questions={questions}
      onDone={onDone}
    />,
    {
      namespaces: ['verification'],
      answers: { 'POST rpc/answer_clock_questions': [], ...answers },
    },
  );
  const answer = (name: string, given: 'yes' | 'no') =>
    opened.user.click(
      [...screen.getByRole('group', { name }).querySelectorAll('button')].find(
        (button) => button.textContent === words(`verification:answer.${given}`),
      ) as HTMLElement,
    );
  return { ...opened, onDone, answer };
}

test('an alarm answer asks what happened, and all answers travel at once', async () => {
  const { user, backend, onDone, answer } = await openSheet();
  expect(screen.queryByLabelText(new RegExp(words('verification:sheet.note')))).toBeNull();
  await answer('Breaks taken?', 'yes');
  await answer('Were you injured?', 'yes');
  const note = screen.getByRole('textbox');
  await user.type(note, 'Cut on the hand');
  await user.click(screen.getByRole('button', { name: words('verification:sheet.send') }));
  expect(onDone).toHaveBeenCalledOnce();
  await waitFor(() =>
    expect(backend.sent('POST rpc/answer_clock_questions')).toMatchObject([
      {
        time_entry_id_param: 'entry-1',
        answers_param: [
          { question_id: 'q1', answer: 'yes', note: null },
          { question_id: 'q2', answer: 'yes', note: 'Cut on the hand' },
        ],
      },
    ]),
  );
  await waitFor(() => expect(kept.get(QUEUE)).toEqual([]));
});

test('nothing has to be answered', async () => {
  const { user, backend, onDone } = await openSheet();
  const skip = screen.getByRole('button', { name: words('verification:sheet.skip') });
  // Blue is for sending answers, not for the way around them.
  expect(skip).not.toHaveClass('bg-primary');
  await user.click(skip);
  expect(onDone).toHaveBeenCalledOnce();
  expect(backend.sent('POST rpc/answer_clock_questions')).toEqual([]);
});

test('an answer that cannot be sent stays on the phone', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const { user, answer } = await openSheet({ 'POST rpc/answer_clock_questions': lost });
  await answer('Were you injured?', 'no');
  await user.click(screen.getByRole('button', { name: words('verification:sheet.skip') }));
  expect(await screen.findByText(words('common:queue.saved'))).toBeVisible();
  expect(kept.get(QUEUE)).toMatchObject([
    { kind: 'answers', payload: { args: { time_entry_id_param: 'entry-1' } } },
  ]);
});
