import { Badge } from '@/components/ui/badge';
import type { StatedEnd } from '@/entities/forgotten-punch/stated-ends-query';
import { useTranslation } from '@/lib/use-translation';

interface Props {
  end: StatedEnd;
  time: (instant: string) => string;
}

/** `Said: stopped at 3:30 PM · Proposed: 3:32 PM (crew)`, flagged until somebody has decided. */
export default function StatedEndLine({ end, time }: Props) {
  const { t } = useTranslation('forgotten-punch');
  return (
    <p className="tabular text-muted">
      {t('said', {
        said: time(end.answered_time),
        proposed: time(end.proposed_at),
        reason: t(`short.${end.reason}`),
      })}{' '}
      {end.disputed && !end.decided_at && <Badge tone="attention">{t('saidFlagged')}</Badge>}
    </p>
  );
}
