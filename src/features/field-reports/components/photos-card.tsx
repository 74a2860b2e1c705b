import { Camera, Eye, EyeOff } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { usePhotoImage } from '@/entities/photo/photo-image';
import { PartCard } from '@/features/field-reports/components/part-card';
import type { ReportPhoto } from '@/features/field-reports/content';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const THUMB_WIDTH = 320;

interface PhotoProps {
  photo: ReportPhoto;
  isLeftOut: boolean;
  /** Missing where nothing can be changed any more. */
  onToggle?: () => void;
}

function Photo({ photo, isLeftOut, onToggle }: PhotoProps) {
  const { t } = useTranslation('field-reports');
  const format = useFormat();
  const { url, failed } = usePhotoImage(photo.path, THUMB_WIDTH);
  const caption = photo.caption || t('photos.noCaption');
  const Icon = isLeftOut ? Eye : EyeOff;
  return (
    <li className="min-w-0">
      <div className="grid aspect-4/3 place-items-center overflow-hidden rounded-small bg-sunken text-muted text-xs">
        {url && (
          <img
            src={url}
            alt={caption}
            className={cn('size-full object-cover', isLeftOut && 'opacity-40')}
          />
        )}
        {failed && t('photos.unreadable')}
      </div>
      <p className="mt-1 truncate text-sm">{caption}</p>
      <p className="truncate text-muted text-xs">
        {[format.time(photo.taken_at), photo.by].filter(Boolean).join(' · ')}
      </p>
      {onToggle && (
        <Button size="small" variant="ghost" aria-pressed={isLeftOut} onClick={onToggle}>
          <Icon aria-hidden="true" />
          {t(isLeftOut ? 'photos.putBack' : 'photos.leaveOut')}
          <span className="sr-only">{caption}</span>
        </Button>
      )}
    </li>
  );
}

export interface PhotosCardProps {
  photos: readonly ReportPhoto[];
  leftOut: readonly string[];
  onChange?: (leftOut: string[]) => void;
}

/** The photos of the day by themselves; who writes the report leaves out what does not belong in it. */
export function PhotosCard({ photos, leftOut, onChange }: PhotosCardProps) {
  const { t } = useTranslation('field-reports');
  const shown = photos.filter(({ id }) => !leftOut.includes(id)).length;
  const toggle = (id: string) =>
    leftOut.includes(id) ? leftOut.filter((other) => other !== id) : [...leftOut, id];
  return (
    <PartCard
      icon={Camera}
      title={t('part.photos')}
      aside={t('photos.count', { count: shown })}
      done={shown > 0}
    >
      {photos.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {photos.map((photo) => (
            <Photo
              key={photo.id}
              photo={photo}
              isLeftOut={leftOut.includes(photo.id)}
              {...(onChange ? { onToggle: () => onChange(toggle(photo.id)) } : {})}
            />
          ))}
        </ul>
      )}
    </PartCard>
  );
}
