import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { HeldLines } from '@/features/held-events/components/held-lines';
import { useUnseenHeld } from '@/features/held-events/use-own-held';
import { useTranslation } from '@/lib/use-translation';

/** Above the clock until somebody puts it away; the list below it stays until the office has decided. */
export function HeldBanner() {
  const { t } = useTranslation('offline');
  const [events, putAway] = useUnseenHeld('chalkline.held-put-away');
  if (events.length === 0) return null;
  return (
    <Notice
      tone="danger"
      className="mb-4"
      action={
        <Button size="small" onClick={putAway}>
          {t('held.putAway')}
        </Button>
      }
    >
      <p className="font-[620]">{t('held.bannerTitle', { count: events.length })}</p>
      <HeldLines events={events} />
    </Notice>
  );
}
