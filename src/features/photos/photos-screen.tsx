import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Camera, Plus, Upload } from 'lucide-react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { late } from '@/components/shared/late';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { CardGridSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { storageUseQuery } from '@/entities/uploads/storage-use';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import {
  type Photo,
  photosByIdQuery,
  photosQuery,
  waitingPhotosQuery,
} from '@/features/photos/api/queries';
import { PhotoFilters } from '@/features/photos/components/photo-filters';
import { PhotoGrid } from '@/features/photos/components/photo-grid';
import { UploadCard } from '@/features/photos/components/upload-card';
import { useLivePhotos } from '@/features/photos/use-live-photos';
import { usePhotoFilter } from '@/features/photos/use-photo-filter';
import { fileSize } from '@/lib/file-size';
import { useFormat } from '@/lib/format-context';
import { useNextPage } from '@/lib/use-next-page';
import { useTranslation } from '@/lib/use-translation';

const AddPhotosDialog = lateDialog(() => import('@/features/photos/components/add-photos-dialog'));
const PhotoMap = late(() => import('@/features/photos/components/photo-map'));
const PhotoViewer = late(() => import('@/features/photos/viewer/photo-viewer'));
const SelectionBar = late(() => import('@/features/photos/components/selection-bar'));
const ShareDialog = lateDialog(() => import('@/features/photos/components/share-dialog'));
const TagDialog = lateDialog(() => import('@/features/photos/components/tag-dialog'));

function StorageUsed({ companyId, limit }: { companyId: string; limit: number }) {
  const { t } = useTranslation('photos');
  const format = useFormat();
  const { data } = useQuery(storageUseQuery(companyId));
  if (!data) return null;
  const count = data
    .filter(({ bucket }) => bucket === 'photos')
    .reduce((sum, { files }) => sum + files, 0);
  const used = data.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <>
      {t('photoCount', { count })} ·{' '}
      {t('storageUsed', { used: fileSize(used, format), limit: fileSize(limit, format) })}
    </>
  );
}

function Waiting({ companyId }: { companyId: string }) {
  const { t } = useTranslation('photos');
  const employeeId = useViewer().employee?.id;
  const { data = [] } = useQuery(waitingPhotosQuery(companyId));
  const others = data.filter(({ employee_id }) => employee_id !== employeeId);
  if (others.length === 0) return null;
  return (
    <p className="flex items-center gap-2 self-center text-muted text-sm">
      <Upload className="size-4" aria-hidden="true" />
      {others.length === 1
        ? t('waitingOn', { count: others[0]?.photos ?? 0, name: others[0]?.employee_name ?? '' })
        : t('waiting', { count: others.reduce((sum, { photos }) => sum + photos, 0) })}
    </p>
  );
}

export function PhotosScreen() {
  const { t } = useTranslation(['photos', 'common']);
  const { company } = useViewer();
  const companyId = company?.id ?? '';
  const privileged = useIsPrivileged();
  const filter = usePhotoFilter();
  const { change, photoId } = filter;
  const query = useInfiniteQuery(photosQuery(companyId, filter.filter));
  const photos = useMemo(() => query.data?.pages.flat() ?? [], [query.data]);
  const [selection, setSelection] = useState<ReadonlyMap<string, Photo>>(new Map());
  const [adding, setAdding] = useState(false);
  const [sharing, setSharing] = useState<readonly string[] | null>(null);
  const [tagging, setTagging] = useState(false);
  useLivePhotos(companyId);

  const isListed = photos.some(({ id }) => id === photoId);
  const linked = useQuery(photosByIdQuery(companyId, photoId && !isListed ? [photoId] : []));
  const viewed = isListed ? photos : (linked.data ?? []);
  const select = useCallback((some: readonly Photo[], selected: boolean) => {
    setSelection((before) => {
      const next = new Map(before);
      for (const photo of some) {
        if (selected) next.set(photo.id, photo);
        else next.delete(photo.id);
      }
      return next;
    });
  }, []);
  const more = useNextPage(query);
  const openPhoto = (id: string) => change('photo', id);
  // As they are now: words may have changed since they were ticked.
  const chosen = useMemo(() => {
    const known = new Map(photos.map((photo) => [photo.id, photo]));
    return [...selection.values()].map((photo) => known.get(photo.id) ?? photo);
  }, [selection, photos]);
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      {t('addPhotos')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        description={
          privileged && company ? (
            <StorageUsed companyId={companyId} limit={company.storage_limit_bytes} />
          ) : (
            t('description')
          )
        }
        actions={
          <>
            <Waiting companyId={companyId} />
            {add}
          </>
        }
      />
      <UploadCard />
      <PhotoFilters filter={filter} />
      <Loaded query={query} skeleton={<CardGridSkeleton />} framed>
        {photos.length === 0 ? (
          <Card>
            <EmptyState
              icon={Camera}
              title={t(filter.isFiltered || filter.view ? 'empty.filtered' : 'empty.title')}
              text={filter.isFiltered || filter.view ? undefined : t('empty.text')}
              action={
                filter.isFiltered ? (
                  <Button onClick={filter.clear}>{t('clearFilters')}</Button>
                ) : (
                  add
                )
              }
            />
          </Card>
        ) : filter.view === 'map' ? (
          <Suspense fallback={<CardGridSkeleton />}>
            <PhotoMap
              photos={photos}
              hasMore={query.hasNextPage}
              onMore={more}
              onOpen={openPhoto}
            />
          </Suspense>
        ) : (
          <PhotoGrid
            photos={photos}
            hasMore={query.hasNextPage}
            onEndNear={more}
            selection={selection}
            onSelect={select}
            onOpen={openPhoto}
          />
        )}
      </Loaded>
      <Suspense>
        {adding && <AddPhotosDialog onClose={() => setAdding(false)} />}
        {photoId && viewed.some(({ id }) => id === photoId) && (
          <PhotoViewer
            photos={viewed}
            photoId={photoId}
            onShow={(id) => change('photo', id)}
            onShare={privileged ? (photo) => setSharing([photo.id]) : null}
          />
        )}
        {chosen.length > 0 && (
          <SelectionBar
            photos={chosen}
            onShare={() => setSharing(chosen.map(({ id }) => id))}
            onTag={() => setTagging(true)}
            onClear={() => setSelection(new Map())}
          />
        )}
        {tagging && <TagDialog photos={chosen} onClose={() => setTagging(false)} />}
        {sharing && <ShareDialog ids={sharing} onClose={() => setSharing(null)} />}
      </Suspense>
    </>
  );
}
