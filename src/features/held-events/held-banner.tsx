import { Notice } from '@/components/shared/notice';
import { HeldLines } from '@/features/held-events/components/held-lines';
import { useOwnHeld } from '@/features/held-events/use-own-held';
import { useTranslation } from '@/lib/use-translation';

/** Above the clock, for as long as a punch of one's own waits for a decision. */
export function HeldBanner() {
  const { t } = useTranslation('offline');
  const events = useOwnHeld();
  if (events.length === 0) return null;
  return (
    <Notice tone="danger" className="mb-4">
      <p className="font-[620]">{t('held.bannerTitle', { count: events.length })}</p>
      <HeldLines events={events} />
    </Notice>
  );
}
