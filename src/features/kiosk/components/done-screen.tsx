import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import type { Credentials } from '@/features/kiosk/api/punch';
import type { Done } from '@/features/kiosk/components/actions';
import { PhotoQuestion } from '@/features/kiosk/components/photo-question';
import { useCountdown } from '@/features/kiosk/use-countdown';
import { useFormat } from '@/lib/format-context';

const NEXT_SECONDS = 5;
const QUESTION_SECONDS = 25;

export interface DoneScreenProps {
  done: Done;
  name: string;
  /** Who has not been asked about photos yet. */
  askAboutPhotos: Credentials | null;
  onClose: () => void;
}

/** Says what was done; the next person is not kept waiting. */
export function DoneScreen({ done, name, askAboutPhotos, onClose }: DoneScreenProps) {
  const { t } = useTranslation('kiosk');
  const format = useFormat();
  const left = useCountdown(askAboutPhotos ? QUESTION_SECONDS : NEXT_SECONDS, onClose);
  return (
    <main className="grid flex-1 place-content-center justify-items-center gap-5 px-5 py-10 text-center">
      <span className="grid size-28 place-items-center rounded-full bg-success-soft text-success-strong">
        <Check className="size-14" aria-hidden="true" />
      </span>
      <h1 role="status" className="font-[680] text-stat tracking-[-0.02em]">
        {t(`done.${done.kind}`, { name })}
      </h1>
      <p className="tabular font-[680] text-clock">{format.time(done.at)}</p>
      {done.work && <p className="rounded-card border bg-surface px-6 py-4 text-md">{done.work}</p>}
      {done.kept && <p className="max-w-md font-[550] text-md">{t('kept')}</p>}
      {askAboutPhotos ? (
        <PhotoQuestion who={askAboutPhotos} onDone={onClose} />
      ) : (
        <Button variant="primary" size="huge" autoFocus onClick={onClose}>
          {t('next')}
        </Button>
      )}
      <p className="text-muted">{t('nextIn', { count: left })}</p>
    </main>
  );
}
