import type { Item, Question } from '@/features/verification/api/queries';
import { AnswerForm } from '@/features/verification/components/answer-form';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

function Exchange({ question, isMine }: { question: Question; isMine: boolean }) {
  const { t } = useTranslation('verification');
  const format = useFormat();
  return (
    <li className="grid gap-1.5 text-sm">
      <p className="ml-8 whitespace-pre-line rounded-card bg-primary-soft px-3.5 py-2">
        {question.question}
      </p>
      <p className="text-right text-muted text-xs">
        {[question.author, format.dateTime(question.asked_at)].join(' · ')}
      </p>
      {question.answer !== null && question.answered_at ? (
        <>
          <p className="mr-8 whitespace-pre-line rounded-card border bg-sunken px-3.5 py-2">
            {question.answer}
          </p>
          <p className="text-muted text-xs">{format.dateTime(question.answered_at)}</p>
        </>
      ) : isMine ? (
        <AnswerForm questionId={question.id} />
      ) : (
        <p className="text-muted text-xs">{t('ask.waiting')}</p>
      )}
    </li>
  );
}

/** What was asked about an item and what the person said: part of the evidence. */
export function ItemQuestions({ item, isMine }: { item: Item; isMine: boolean }) {
  const { t } = useTranslation('verification');
  const { questions = [] } = item.detail;
  if (questions.length === 0) return null;
  return (
    <section className="px-5 py-4">
      <h3 className="mb-2 font-[620] text-sm">
        {isMine ? t('ask.toYou') : t('ask.to', { name: item.first_name ?? '' })}
      </h3>
      <ol className="grid gap-3">
        {questions.map((question) => (
          <Exchange
            key={question.id}
            question={question}
            isMine={isMine && item.status === 'open'}
          />
        ))}
      </ol>
    </section>
  );
}
