import { EndChoice } from '@/entities/forgotten-punch/end-choice';
import type { Proposal } from '@/entities/forgotten-punch/proposal';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';

interface Props {
  clockIn: string;
  proposal: Proposal | null;
  timeZone: string;
  busy: boolean;
  onChoose: (endedAt: string) => void;
}

/** A clock of over 16 hours is stopped at the tablet: when did the person really stop? */
export default function RealEnd({ clockIn, ...props }: Props) {
  const { t } = useTranslation('forgotten-punch');
  const format = useFormat();
  const duration = formatDuration(Math.floor((serverNow() - Date.parse(clockIn)) / 1000));
  return (
    <section className="grid gap-3 rounded-card border bg-surface p-4">
      <h2 className="font-[620] text-md">{t('long.title')}</h2>
      <p className="text-muted">{t('long.text', { duration, time: format.dateTime(clockIn) })}</p>
      <EndChoice {...props} clockIn={clockIn} time={format.time} />
    </section>
  );
}
