import { useCallback, useEffect, useMemo, useRef } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { boundsOf } from '@/entities/map/bounds';
import { MapTools } from '@/entities/map/map-tools';
import { useMap } from '@/entities/map/use-map';
import { CLOSE_ZOOM, useMarkSource, usePresses } from '@/entities/map/use-mark-source';
import type { Photo } from '@/features/photos/api/queries';
import { useTranslation } from '@/lib/use-translation';

const MARGIN_PIXELS = 90;

/** Where photos were taken, as far as their owners shared it; those that lie together as one mark. */
function marksOf(photos: readonly Photo[]): GeoJSON.Feature<GeoJSON.Point>[] {
  return photos.flatMap(({ id, latitude, longitude }) =>
    latitude === null || longitude === null
      ? []
      : [
          {
            type: 'Feature' as const,
            properties: { id, state: 'inside', initials: '1' },
            geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
          },
        ],
  );
}

export interface PhotoMapProps {
  photos: readonly Photo[];
  hasMore: boolean;
  onMore: () => void;
  onOpen: (id: string) => void;
}

/** Every photo on it is in the gallery by days as well. */
export default function PhotoMap({ photos, hasMore, onMore, onOpen }: PhotoMapProps) {
  const { t } = useTranslation(['photos', 'map']);
  const box = useRef<HTMLDivElement>(null);
  const { state, map } = useMap(box);
  const marks = useMemo(() => marksOf(photos), [photos]);
  useMarkSource(map, 'punches', marks);
  usePresses(map, { onPick: null, onSelect: onOpen });
  const showAll = useCallback(() => {
    const places = marks.map(({ geometry }) => geometry.coordinates as [number, number]);
    const bounds = boundsOf(places);
    if (bounds) map?.fitBounds(bounds, { padding: MARGIN_PIXELS, maxZoom: CLOSE_ZOOM });
  }, [map, marks]);
  useEffect(showAll, [showAll]);
  const label = t('photos:map.label', { count: marks.length });
  useEffect(() => map?.getCanvas().setAttribute('aria-label', label), [map, label]);
  if (state === 'no-webgl' || state === 'failed')
    return (
      <Notice tone="info">{t(state === 'failed' ? 'map:map.failed' : 'map:map.noWebgl')}</Notice>
    );
  return (
    <div className="grid gap-2">
      <div
        data-map={state}
        className="relative h-[min(70vh,640px)] overflow-hidden rounded-card border bg-sunken max-md:h-96"
      >
        {state === 'loading' && <Skeleton className="absolute inset-0" />}
        <div ref={box} className="absolute! inset-0" />
        {map && <MapTools map={map} onShowAll={showAll} />}
      </div>
      <p className="flex flex-wrap items-center gap-3 text-muted text-sm">
        {label}
        {hasMore && (
          <Button size="small" onClick={onMore}>
            {t('photos:map.more')}
          </Button>
        )}
      </p>
    </div>
  );
}
