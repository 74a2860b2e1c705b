import { Button } from '@/components/ui/button';
import { useAnswerPhotos } from '@/features/kiosk/api/photos';
import type { Credentials } from '@/features/kiosk/api/punch';
import { useTranslation } from '@/lib/use-translation';

/** Asked once, after the punch: both answers count the same, and so does walking away. */
export function PhotoQuestion({ who, onDone }: { who: Credentials; onDone: () => void }) {
  const { t, language } = useTranslation('kiosk');
  const answer = useAnswerPhotos();
  const say = (agreed: boolean) =>
    answer.mutate({ ...who, agreed, language }, { onSettled: onDone });
  return (
    <section
      aria-labelledby="photo-question"
      className="grid max-w-xl gap-4 rounded-card border bg-surface p-6 text-left"
    >
      <h2 id="photo-question" className="font-[640] text-lg">
        {t('photo.question')}
      </h2>
      <p>{t('photo.explained')}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button size="huge" disabled={answer.isPending} onClick={() => say(true)}>
          {t('photo.yes')}
        </Button>
        <Button size="huge" disabled={answer.isPending} onClick={() => say(false)}>
          {t('photo.no')}
        </Button>
      </div>
    </section>
  );
}
