import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { CardGridSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import type { OpenPortal } from '@/features/portal/api/portal';
import {
  type PortalPhoto,
  photoQuery,
  photosQuery,
  usePortalPicture,
} from '@/features/portal/api/portal-photos';
import { useTranslation } from '@/lib/use-translation';
import { useWrittenDay } from '@/lib/use-written-day';

const THUMB = 480;
const LARGE = 1600;

interface PhotoGridProps {
  token: string;
  portal: OpenPortal;
}

/** Photos of the project, the newest first. */
export function PhotoGrid({ token, portal }: PhotoGridProps) {
  const { t } = useTranslation('portal');
  const pages = useInfiniteQuery(photosQuery(token));
  const [open, setOpen] = useState<PortalPhoto | null>(null);
  const photos = pages.data?.pages.flatMap((page) => page.photos) ?? [];
  return (
    <Loaded query={pages} skeleton={<CardGridSkeleton />} framed>
      {photos.length === 0 ? (
        <Card>
          <EmptyState icon={ImageOff} title={t('photos.empty')} />
        </Card>
      ) : (
        <>
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {photos.map((photo) => (
              <Tile
                key={photo.id}
                token={token}
                portal={portal}
                photo={photo}
                onOpen={() => setOpen(photo)}
              />
            ))}
          </ul>
          {pages.hasNextPage && (
            <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {t('photos.more')}
            </Button>
          )}
        </>
      )}
      {open && (
        <LargePhoto token={token} portal={portal} photo={open} onClose={() => setOpen(null)} />
      )}
    </Loaded>
  );
}

interface PhotoProps extends PhotoGridProps {
  photo: PortalPhoto;
}

function useTaken({ time_zone }: OpenPortal) {
  const { t } = useTranslation('portal');
  const day = useWrittenDay(time_zone);
  return ({ taken_at }: PortalPhoto): string =>
    t('photos.taken', { date: day.dateOf(taken_at), time: day.time(taken_at) });
}

function Tile({ token, portal, photo, onOpen }: PhotoProps & { onOpen: () => void }) {
  const { t } = useTranslation('portal');
  const url = usePortalPicture(token, photo.path, THUMB);
  const taken = useTaken(portal)(photo);
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        aria-label={t('photos.open', { name: photo.caption || taken })}
        className="block aspect-[4/3] w-full overflow-hidden rounded-card bg-sunken"
      >
        {url && <img src={url} alt="" className="size-full object-cover" />}
      </button>
      <p className="mt-1 truncate text-sm">{photo.caption}</p>
      <p className="text-muted text-xs">{taken}</p>
    </li>
  );
}

function LargePhoto({ token, portal, photo, onClose }: PhotoProps & { onClose: () => void }) {
  const { t } = useTranslation('portal');
  const opened = useQuery(photoQuery(token, photo.id));
  const url = usePortalPicture(token, photo.path, LARGE);
  const taken = useTaken(portal)(photo);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent width="large" title={photo.caption || t('photos.photo')} description={taken}>
        <DialogBody className="pb-5">
          <Loaded query={opened} skeleton={<CardGridSkeleton />}>
            {({ sha256 }) => (
              <>
                {url && (
                  <img
                    src={url}
                    alt={photo.caption || t('photos.photo')}
                    className="w-full rounded-small"
                  />
                )}
                <p className="mt-2 text-muted text-xs wrap-anywhere">
                  {t('photos.digest')}: {sha256}
                </p>
              </>
            )}
          </Loaded>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
