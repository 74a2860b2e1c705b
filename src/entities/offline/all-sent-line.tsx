import { Check } from 'lucide-react';
import { useAllSentAt } from '@/entities/offline/queue-state';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Stays where the clock is: what had to wait has reached the office. */
export function AllSentLine() {
  const { t } = useTranslation('common');
  const format = useFormat();
  const at = useAllSentAt();
  if (at === null) return null;
  return (
    <p className="flex items-center gap-2 px-1 text-muted text-sm">
      <Check aria-hidden="true" className="size-4 text-success-strong" />
      {t('queue.allSentAt', { time: format.time(new Date(at).toISOString()) })}
    </p>
  );
}
