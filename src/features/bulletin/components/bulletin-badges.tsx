import { Badge } from '@/components/ui/badge';
import type { BulletinText } from '@/entities/bulletin/bulletins-query';
import { useFormat } from '@/lib/format-context';
import { useNowSeconds } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

/** Important, pinned, a talk; for managers also planned and expired. */
export function BulletinBadges({ bulletin }: { bulletin: BulletinText }) {
  const { t } = useTranslation('bulletin');
  const format = useFormat();
  const now = useNowSeconds() * 1000;
  const planned = Date.parse(bulletin.publish_at) > now;
  const expired = bulletin.expires_at !== null && Date.parse(bulletin.expires_at) <= now;
  return (
    <>
      {bulletin.must_acknowledge && <Badge tone="attention">{t('badge.important')}</Badge>}
      {bulletin.pinned && <Badge>{t('badge.pinned')}</Badge>}
      {bulletin.kind === 'talk' && <Badge>{t('badge.talk')}</Badge>}
      {planned && (
        <Badge tone="primary">
          {t('badge.planned', { time: format.dateTime(bulletin.publish_at) })}
        </Badge>
      )}
      {expired && <Badge>{t('badge.expired')}</Badge>}
    </>
  );
}
