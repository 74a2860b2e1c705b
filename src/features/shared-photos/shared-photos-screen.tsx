import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { CardGridSkeleton } from '@/components/shared/loading-state';
import { PageTitle } from '@/components/shared/page-title';
import { Wordmark } from '@/components/shared/wordmark';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import {
  type Share,
  type SharedPhoto,
  shareQuery,
  useSharedImage,
} from '@/features/shared-photos/api/shared-photos';
import { useTranslation } from '@/lib/use-translation';

const THUMB = 640;
const LARGE = 1600;

/** When it was taken, by the clock of the site. */
function useTaken() {
  const { language } = useTranslation();
  return ({ taken_at, time_zone }: SharedPhoto): string =>
    new Intl.DateTimeFormat(language, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: time_zone,
    }).format(new Date(taken_at));
}

function Tile({ token, photo, onOpen }: { token: string; photo: SharedPhoto; onOpen: () => void }) {
  const { t } = useTranslation('shared-photos');
  const url = useSharedImage(token, photo.path, THUMB);
  const taken = useTaken();
  return (
    <figure>
      <button
        type="button"
        onClick={onOpen}
        aria-label={t('open', { name: photo.caption || t('photo') })}
        className="block aspect-[4/3] w-full overflow-hidden rounded-card bg-sunken"
      >
        {url && <img src={url} alt="" className="size-full object-cover" />}
      </button>
      <figcaption className="mt-1 text-sm">
        <p className="truncate font-[550]">{photo.caption || photo.project}</p>
        <p className="text-muted">{taken(photo)}</p>
      </figcaption>
    </figure>
  );
}

function Large({
  token,
  photo,
  onClose,
}: {
  token: string;
  photo: SharedPhoto;
  onClose: () => void;
}) {
  const { t } = useTranslation('shared-photos');
  const url = useSharedImage(token, photo.path, LARGE);
  const taken = useTaken();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent width="large" title={photo.caption || t('photo')} description={taken(photo)}>
        <DialogBody className="pb-5">
          {url && (
            <img src={url} alt={photo.caption || t('photo')} className="w-full rounded-small" />
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function Gallery({ token, share }: { token: string; share: Share }) {
  const { t, language } = useTranslation('shared-photos');
  const [open, setOpen] = useState<SharedPhoto | null>(null);
  const ends = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(
    new Date(share.expires_at),
  );
  return (
    <>
      <h1 tabIndex={-1} className="font-[680] text-xl tracking-[-0.02em]">
        {share.title || t('title')}
      </h1>
      <p className="mb-5 text-muted">
        {t('from', { company: share.company, count: share.photos.length })} ·{' '}
        {t('until', { date: ends })}
      </p>
      {share.photos.length === 0 && <EmptyState icon={ImageOff} title={t('none')} />}
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-4">
        {share.photos.map((photo) => (
          <Tile key={photo.id} token={token} photo={photo} onOpen={() => setOpen(photo)} />
        ))}
      </div>
      {open && <Large token={token} photo={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** For people without an account: the photos of a link, and nothing else. */
export function SharedPhotosScreen() {
  const { t } = useTranslation('shared-photos');
  const [params] = useSearchParams();
  const token = params.get('link') ?? '';
  const share = useQuery(shareQuery(token));
  return (
    <main className="mx-auto min-h-dvh w-full max-w-6xl px-4 py-8">
      <PageTitle title={share.data?.title || t('title')} />
      <Wordmark size="large" className="mb-7" />
      <Loaded query={share} skeleton={<CardGridSkeleton />} framed>
        {share.data ? (
          <Gallery token={token} share={share.data} />
        ) : (
          <>
            <h1 tabIndex={-1} className="font-[680] text-xl tracking-[-0.02em]">
              {t('over')}
            </h1>
            <p className="text-muted">{t('overText')}</p>
          </>
        )}
      </Loaded>
    </main>
  );
}
