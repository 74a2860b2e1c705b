import { Thermometer } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import type { SiteHeat } from '@/features/break-board/board';
import { useTranslation } from '@/lib/use-translation';

export interface HeatCardProps {
  sites: readonly SiteHeat[];
  onEnter: (site: SiteHeat) => void;
}

/** The temperature of each site, where it came from, and what it asks for. */
export function HeatCard({ sites, onEnter }: HeatCardProps) {
  const { t } = useTranslation('break-board');
  const clockOf = useSiteClocks();
  return (
    <Card className="mb-3" aria-label={t('heat.title')}>
      <ul>
        {sites.map((site) => (
          <li
            key={site.projectId}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-4 py-2.5 first:border-t-0"
          >
            <Thermometer className="size-4 shrink-0 text-muted" aria-hidden="true" />
            <span className="min-w-0 flex-1 break-words font-[550]">{site.name}</span>
            {site.temperature !== null && site.readAt !== null && (
              <span className="tabular text-sm">
                {t('heat.reading', {
                  temperature: site.temperature,
                  time: clockOf(site.projectId).time(site.readAt),
                  source: site.source === 'entered' ? t('heat.entered') : site.source,
                })}
              </span>
            )}
            {site.level === 'high' && <Badge tone="danger">{t('heat.high')}</Badge>}
            {site.level === 'shade' && <Badge tone="attention">{t('heat.shade')}</Badge>}
            {site.level === null && <span className="text-muted text-sm">{t('heat.unknown')}</span>}
            <Button size="small" onClick={() => onEnter(site)}>
              {t('heat.enter')}
              <span className="sr-only">{site.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
