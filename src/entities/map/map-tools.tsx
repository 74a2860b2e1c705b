import { LocateFixed, Minus, Plus } from 'lucide-react';
import type { Map as Maps } from 'maplibre-gl';
import { Button } from '@/components/ui/button';
import { useTranslation } from '@/lib/use-translation';

/** For fingers and keyboards alike. */
export function MapTools({ map, onShowAll }: { map: Maps; onShowAll: () => void }) {
  const { t } = useTranslation('map');
  return (
    <div
      role="toolbar"
      aria-label={t('map.tools')}
      className="absolute right-3 bottom-9 z-1 flex flex-col gap-1.5"
    >
      <Button size="icon" aria-label={t('map.zoomIn')} onClick={() => map.zoomIn()}>
        <Plus aria-hidden="true" />
      </Button>
      <Button size="icon" aria-label={t('map.zoomOut')} onClick={() => map.zoomOut()}>
        <Minus aria-hidden="true" />
      </Button>
      <Button size="icon" aria-label={t('map.showAll')} onClick={onShowAll}>
        <LocateFixed aria-hidden="true" />
      </Button>
    </div>
  );
}
