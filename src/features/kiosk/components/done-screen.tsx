import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import type { Done } from '@/features/kiosk/components/actions';
import { useCountdown } from '@/features/kiosk/use-countdown';
import { useFormat } from '@/lib/format-context';

const NEXT_SECONDS = 5;

/** Says what was done; the next person is not kept waiting. */
export function DoneScreen({
  done,
  name,
  onClose,
}: {
  done: Done;
  name: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('kiosk');
  const format = useFormat();
  const left = useCountdown(NEXT_SECONDS, onClose);
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
      <Button variant="primary" size="huge" autoFocus onClick={onClose}>
        {t('next')}
      </Button>
      <p className="text-muted">{t('nextIn', { count: left })}</p>
    </main>
  );
}
