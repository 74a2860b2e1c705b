import { Megaphone } from 'lucide-react';
import { Link } from 'react-router';
import { CardLink } from '@/components/shared/card-link';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { titleIn } from '@/entities/bulletin/bulletin-article';
import { mustBeConfirmed, useMyBulletins } from '@/entities/bulletin/bulletins-query';
import { useTranslation } from '@/lib/use-translation';

const MAX_SHOWN = 3;

/** What the company says: pinned, unread or to be confirmed; nothing is drawn when there is none. */
export function BulletinsCard() {
  const { t, language } = useTranslation('my-status');
  const { data = [] } = useMyBulletins();
  const shown = data
    .filter((bulletin) => bulletin.pinned || !bulletin.read_at || mustBeConfirmed(bulletin))
    .slice(0, MAX_SHOWN);
  if (shown.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title={t('bulletins.title')}
        action={<CardLink to="/bulletin">{t('bulletins.all')}</CardLink>}
      />
      <ul className="divide-y border-t">
        {shown.map((bulletin) => (
          <li key={bulletin.id}>
            <Link
              to={`/bulletin?bulletin=${bulletin.id}`}
              className="flex items-center gap-3 px-5 py-3 text-sm hover:bg-sunken"
            >
              <Megaphone className="size-4 shrink-0 text-muted" aria-hidden="true" />
              <span className="min-w-0 flex-1 font-[550]">{titleIn(bulletin, language)}</span>
              {mustBeConfirmed(bulletin) ? (
                <Badge tone="attention">{t('bulletins.confirm')}</Badge>
              ) : (
                !bulletin.read_at && <Badge tone="primary">{t('bulletins.new')}</Badge>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
