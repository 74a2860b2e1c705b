import { Check } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { ClockQuestion, Credentials } from '@/features/kiosk/api/punch';
import type { Done } from '@/features/kiosk/components/actions';
import { ClockQuestionCard } from '@/features/kiosk/components/clock-question-card';
import { PhotoQuestion } from '@/features/kiosk/components/photo-question';
import { useCountdown } from '@/features/kiosk/use-countdown';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const NEXT_SECONDS = 5;
const QUESTION_SECONDS = 25;

/** What is asked after a punch. */
export interface Asked {
  who: Credentials;
  questions: readonly ClockQuestion[];
  photo: boolean;
}

export interface DoneScreenProps {
  done: Done;
  name: string;
  asked: Asked;
  onClose: () => void;
}

function NextIn({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
  const { t } = useTranslation('kiosk');
  const left = useCountdown(seconds, onEnd);
  return <p className="text-muted">{t('nextIn', { count: left })}</p>;
}

/** Says what was done, asks what is to ask, one tap each; the next person is not kept waiting. */
export function DoneScreen({ done, name, asked, onClose }: DoneScreenProps) {
  const { t } = useTranslation(['kiosk', 'common']);
  const format = useFormat();
  const [step, setStep] = useState(0);
  const next = () => setStep(step + 1);
  const question = asked.questions[step];
  const asksPhoto = asked.photo && step === asked.questions.length;
  return (
    <main className="grid flex-1 place-content-center justify-items-center gap-5 px-5 py-10 text-center">
      <span className="grid size-28 place-items-center rounded-full bg-success-soft text-success-strong">
        <Check className="size-14" aria-hidden="true" />
      </span>
      <div role="status">
        <h1 className="font-[680] text-stat tracking-[-0.02em]">
          {t(`done.${done.kind}`, { name })}
        </h1>
      </div>
      <p className="tabular font-[680] text-clock">{format.time(done.at)}</p>
      {done.work && <p className="rounded-card border bg-surface px-6 py-4 text-md">{done.work}</p>}
      {'eventId' in done.punch && (
        <p className="max-w-md font-[550] text-md">
          {t('common:queue.saved')}
          <span className="block">{t('common:queue.savedText')}</span>
        </p>
      )}
      {question ? (
        <ClockQuestionCard
          key={question.id}
          who={asked.who}
          punch={done.punch}
          question={question}
          onDone={next}
        />
      ) : asksPhoto ? (
        <PhotoQuestion who={asked.who} onDone={next} />
      ) : (
        <Button variant="primary" size="huge" autoFocus onClick={onClose}>
          {t('next')}
        </Button>
      )}
      <NextIn
        key={step}
        seconds={question || asksPhoto ? QUESTION_SECONDS : NEXT_SECONDS}
        onEnd={onClose}
      />
    </main>
  );
}
