import { Check, ImageOff, X } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { usePhotoImage } from '@/entities/photo/photo-image';
import type { KioskPhoto } from '@/features/verification/api/kiosk-photos';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const WIDTH = 480;

/** The picture of a kiosk; says so where it is gone. */
export function KioskPicture({ path, alt }: { path: string; alt: string }) {
  const { t } = useTranslation('verification');
  const { url, failed } = usePhotoImage(path, WIDTH, true, 'kiosk-photos');
  if (failed)
    return (
      <p className="grid aspect-4/3 place-content-center justify-items-center gap-1 bg-sunken text-muted text-sm">
        <ImageOff aria-hidden="true" />
        {t('photos.gone')}
      </p>
    );
  return url ? (
    <img src={url} alt={alt} className="aspect-4/3 w-full object-cover" />
  ) : (
    <div className="aspect-4/3 animate-pulse bg-sunken" />
  );
}

export interface KioskPhotoCardProps {
  photo: KioskPhoto;
  name: string;
  onReview: (them: boolean) => void;
}

export function KioskPhotoCard({ photo, name, onReview }: KioskPhotoCardProps) {
  const { t } = useTranslation('verification');
  const format = useFormat();
  return (
    <li data-photo={photo.id} className="overflow-hidden rounded-card border bg-surface">
      <KioskPicture path={photo.path} alt={t('photos.alt', { name })} />
      <div className="grid gap-2 p-3">
        <div>
          <p className="flex items-center justify-between gap-2 font-[620]">
            <span className="truncate">{name}</span>
            {photo.review && (
              <Badge tone={photo.review === 'them' ? 'success' : 'danger'}>
                {t(`photos.${photo.review}`)}
              </Badge>
            )}
          </p>
          <p className="text-muted text-sm">
            {t(`photos.moment.${photo.moment}`)} · {format.dateTime(photo.taken_at)}
          </p>
        </div>
        <div className="grid grid-cols-2 gap-2">
          <Button disabled={photo.review === 'them'} onClick={() => onReview(true)}>
            <Check aria-hidden="true" />
            {t('photos.them')}
            <span className="sr-only">{name}</span>
          </Button>
          <Button disabled={photo.review === 'not_them'} onClick={() => onReview(false)}>
            <X aria-hidden="true" />
            {t('photos.not_them')}
            <span className="sr-only">{name}</span>
          </Button>
        </div>
      </div>
    </li>
  );
}
