import { Badge } from '@/components/ui/badge';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Inside, outside by how much, or unknown. */
export function SiteBadge({ inside, edge_m }: { inside: boolean | null; edge_m: number | null }) {
  const { t } = useTranslation('map');
  const format = useFormat();
  if (inside === null) return <Badge>{t('site.unknown')}</Badge>;
  if (inside) return <Badge tone="success">{t('site.inside')}</Badge>;
  return (
    <Badge tone="attention">
      {edge_m === null
        ? t('site.outside')
        : t('site.outsideBy', { distance: format.distance(edge_m) })}
    </Badge>
  );
}
