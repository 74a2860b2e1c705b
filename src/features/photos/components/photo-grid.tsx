import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { ProjectName } from '@/entities/project/project-name';
import type { Photo } from '@/features/photos/api/queries';
import { PhotoTile } from '@/features/photos/components/photo-tile';
import { type GalleryRow, galleryRows } from '@/features/photos/group-rows';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const OVERSCAN = 6;
const HEIGHTS = { day: 44, project: 32 };
const CAPTION_HEIGHT = 56;
const GAP = 12;

export interface PhotoGridProps {
  photos: readonly Photo[];
  hasMore: boolean;
  onEndNear: () => void;
  selection: ReadonlyMap<string, Photo>;
  onSelect: (photos: readonly Photo[], selected: boolean) => void;
  onOpen: (id: string) => void;
}

/** Width of the gallery and where it begins on the page. */
function useBox() {
  const ref = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () =>
      setBox({
        width: element.clientWidth,
        top: element.getBoundingClientRect().top + window.scrollY,
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...box };
}

function DayHeading({ row }: { row: Extract<GalleryRow, { kind: 'day' }> }) {
  const { t } = useTranslation('photos');
  const format = useFormat();
  const today = useToday(format.preferences.timeZone);
  const people = new Set(row.photos.map(({ employee_id }) => employee_id)).size;
  const near =
    row.day === today ? t('today') : row.day === addDays(today, -1) ? t('yesterday') : null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 pt-3">
      <h2 className="font-[620] text-md">{near ?? format.longDate(row.day)}</h2>
      {near && <span className="text-muted text-sm max-sm:hidden">{format.longDate(row.day)}</span>}
      {row.whole && (
        <span className="ml-auto text-muted text-sm">
          {t('photoCount', { count: row.photos.length })} {t('byPeople', { count: people })}
        </span>
      )}
    </div>
  );
}

/** Only what is near the window is drawn, however many photos there are. */
export function PhotoGrid({
  photos,
  hasMore,
  onEndNear,
  selection,
  onSelect,
  onOpen,
}: PhotoGridProps) {
  const { t } = useTranslation('photos');
  const format = useFormat();
  const { ref, width, top } = useBox();
  const { data: codes = [] } = useCostCodeOptions();
  const compact = width < 600;
  const columns = compact ? 3 : Math.max(3, Math.floor(width / 210));
  const gap = compact ? 4 : GAP;
  const rows = useMemo(() => galleryRows(photos, columns, hasMore), [photos, columns, hasMore]);
  const codeOf = useMemo(() => new Map(codes.map(({ id, code }) => [id, code])), [codes]);
  const tileHeight = ((width - gap * (columns - 1)) / columns) * 0.75;
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => {
      const kind = rows[index]?.kind ?? 'photos';
      return kind === 'photos' ? tileHeight + (compact ? gap : CAPTION_HEIGHT) : HEIGHTS[kind];
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const items = virtualizer.getVirtualItems();
  const lastDrawn = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && lastDrawn >= rows.length - 8) onEndNear();
  }, [hasMore, lastDrawn, rows.length, onEndNear]);
  const selectOne = useCallback(
    (photo: Photo, selected: boolean) => onSelect([photo], selected),
    [onSelect],
  );
  return (
    <div ref={ref} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {width > 0 &&
        items.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <div
              key={item.key}
              data-index={item.index}
              ref={virtualizer.measureElement}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start - top}px)` }}
            >
              {row.kind === 'day' && <DayHeading row={row} />}
              {row.kind === 'project' && (
                <div className="flex items-center gap-2 pt-1 pb-1.5 text-sm">
                  <h3 className="min-w-0 font-[620] md:truncate">
                    <ProjectName projectId={row.projectId} />
                  </h3>
                  {row.whole && <span className="tabular text-muted">{row.photos.length}</span>}
                  <Button
                    variant="link"
                    size="inline"
                    className="ml-auto"
                    onClick={() =>
                      onSelect(row.photos, !row.photos.every(({ id }) => selection.has(id)))
                    }
                  >
                    {t(
                      row.photos.every(({ id }) => selection.has(id)) ? 'selectNone' : 'selectAll',
                    )}
                    <span className="sr-only">
                      : <ProjectName projectId={row.projectId} />, {format.date(row.day)}
                    </span>
                  </Button>
                </div>
              )}
              {row.kind === 'photos' && (
                <div
                  className={cn('grid', compact ? 'gap-1 pb-1' : 'gap-3 pb-3')}
                  style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
                >
                  {row.photos.map((photo) => (
                    <PhotoTile
                      key={photo.id}
                      photo={photo}
                      code={codeOf.get(photo.cost_code_id ?? '')}
                      selected={selection.has(photo.id)}
                      compact={compact}
                      onOpen={onOpen}
                      onSelect={selectOne}
                    />
                  ))}
                </div>
              )}
            </div>
          );
        })}
    </div>
  );
}
