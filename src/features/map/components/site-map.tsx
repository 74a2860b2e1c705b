import { useEffect, useRef } from 'react';
import { Notice } from '@/components/shared/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { MapTools } from '@/entities/map/map-tools';
import { useMap } from '@/entities/map/use-map';
import { type Marks, useMarks } from '@/features/map/drawing/use-marks';
import { useTranslation } from '@/lib/use-translation';

/** Sites and punches on a map. Everything on it is said in the lists beside it as well. */
export function SiteMap(marks: Marks) {
  const { t } = useTranslation('map');
  const box = useRef<HTMLDivElement>(null);
  const { state, map } = useMap(box);
  const showAll = useMarks(map, marks);
  const label = t('map.label', { sites: marks.sites.length, punches: marks.punches.length });
  useEffect(() => map?.getCanvas().setAttribute('aria-label', label), [map, label]);
  if (state === 'no-webgl' || state === 'failed')
    return <Notice tone="info">{t(state === 'failed' ? 'map.failed' : 'map.noWebgl')}</Notice>;
  return (
    <div
      data-map={state}
      className="relative h-[min(70vh,640px)] overflow-hidden rounded-card border bg-sunken max-md:h-80"
    >
      {state === 'loading' && <Skeleton className="absolute inset-0" />}
      <div ref={box} className="absolute! inset-0" />
      {marks.onPick && (
        <p className="pointer-events-none absolute top-3 left-3 z-1 rounded-small border bg-surface px-3 py-2 text-sm">
          {t('map.pick')}
        </p>
      )}
      {map && <MapTools map={map} onShowAll={showAll} />}
    </div>
  );
}
