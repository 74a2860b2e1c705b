import { Lock, MessageSquare, Pencil, Play } from 'lucide-react';
import { memo } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { usePhotoImage } from '@/entities/photo/photo-image';
import type { Photo } from '@/features/photos/api/queries';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const THUMB_WIDTH = 480;

export const isVideo = (photo: Pick<Photo, 'media_type'>): boolean =>
  photo.media_type.startsWith('video/');

export interface PhotoTileProps {
  photo: Photo;
  code: string | undefined;
  selected: boolean;
  /** Under a phone's three columns the words would not fit. */
  compact: boolean;
  onOpen: (id: string) => void;
  onSelect: (photo: Photo, selected: boolean) => void;
}

function Marks({ photo }: { photo: Photo }) {
  const { t } = useTranslation('photos');
  const mark =
    'inline-flex items-center gap-1 rounded-small bg-[rgb(0_0_0/0.65)] px-1.5 py-0.5 text-[white] text-xs';
  return (
    <span className="pointer-events-none absolute top-1.5 right-1.5 flex gap-1">
      {isVideo(photo) && (
        <span className={mark}>
          <Play className="size-3.5" aria-hidden="true" />
          <span className="sr-only">{t('mark.video')}</span>
        </span>
      )}
      {photo.markup && (
        <span className={mark}>
          <Pencil className="size-3.5" aria-hidden="true" />
          <span className="sr-only">{t('mark.markup')}</span>
        </span>
      )}
      {photo.comments > 0 && (
        <span className={cn(mark, 'tabular')}>
          <MessageSquare className="size-3.5" aria-hidden="true" />
          {photo.comments}
          <span className="sr-only">{t('mark.comments')}</span>
        </span>
      )}
      {(photo.is_private || photo.locked) && (
        <span className={mark}>
          <Lock className="size-3.5" aria-hidden="true" />
          <span className="sr-only">{t(photo.locked ? 'mark.locked' : 'mark.private')}</span>
        </span>
      )}
    </span>
  );
}

/** One photo of the gallery: open it, or tick it. */
export const PhotoTile = memo(function PhotoTile({
  photo,
  code,
  selected,
  compact,
  onOpen,
  onSelect,
}: PhotoTileProps) {
  const { t } = useTranslation('photos');
  const format = useFormat();
  const video = isVideo(photo);
  const { url, failed } = usePhotoImage(photo.path, THUMB_WIDTH, !video);
  const name = photo.caption || t('noCaption');
  const time = format.time(photo.taken_at);
  return (
    <figure className="min-w-0">
      <div className="relative">
        <button
          type="button"
          onClick={() => onOpen(photo.id)}
          aria-label={t('open', { name, person: photo.employee_name ?? '', time })}
          className={cn(
            'block aspect-[4/3] w-full overflow-hidden rounded-card bg-sunken outline-offset-2',
            selected && 'ring-3 ring-primary ring-offset-2 ring-offset-background',
          )}
        >
          {url && <img src={url} alt="" decoding="async" className="size-full object-cover" />}
          {failed && <span className="text-muted text-xs">{t('imageFailed')}</span>}
          {video && (
            <span className="grid size-full place-items-center text-muted">
              <Play className="size-8" aria-hidden="true" />
            </span>
          )}
        </button>
        <Checkbox
          checked={selected}
          onCheckedChange={(checked) => onSelect(photo, checked === true)}
          aria-label={t('select', { name, time })}
          className="absolute! top-2 left-2"
        />
        <Marks photo={photo} />
      </div>
      {!compact && (
        <figcaption className="mt-1 text-xs">
          <p className={cn('truncate', !photo.caption && 'text-muted')}>{name}</p>
          <p className="flex justify-between gap-2 text-muted">
            <span className="truncate">
              {[photo.employee_name, code].filter(Boolean).join(' · ')}
            </span>
            <span className="tabular shrink-0">{time}</span>
          </p>
        </figcaption>
      )}
    </figure>
  );
});
