import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import {
  type ClockQuestion,
  type Credentials,
  type PunchName,
  useAnswerQuestion,
} from '@/features/kiosk/api/punch';
import { useTranslation } from '@/lib/use-translation';

export interface ClockQuestionCardProps {
  who: Credentials;
  punch: PunchName;
  question: ClockQuestion;
  onDone: () => void;
}

/** The owner's question, after the punch. Who walks away leaves it unanswered. */
export function ClockQuestionCard({ who, punch, question, onDone }: ClockQuestionCardProps) {
  const { t, language } = useTranslation('kiosk');
  const answer = useAnswerQuestion();
  return (
    <section
      aria-labelledby="clock-question"
      className="grid w-full max-w-xl gap-4 rounded-card border bg-surface p-6"
    >
      <h2 id="clock-question" className="font-[640] text-lg">
        {language === 'es' ? question.text_es : question.text_en}
      </h2>
      {answer.isError && <Notice tone="danger">{t('question.failed')}</Notice>}
      <div className="grid grid-cols-2 gap-3">
        {(['yes', 'no'] as const).map((said) => (
          <Button
            key={said}
            size="huge"
            disabled={answer.isPending}
            onClick={() =>
              answer.mutate(
                { ...who, punch, questionId: question.id, answer: said, language },
                { onSuccess: onDone },
              )
            }
          >
            {t(`question.${said}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}
