import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { usePhotoImage } from '@/entities/photo/photo-image';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useChangePhoto } from '@/features/photos/api/change-photos';
import { type Photo, photosByIdQuery } from '@/features/photos/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const WIDTH = 640;

function Picture({ photo }: { photo: Photo }) {
  const { t } = useTranslation('photos');
  const format = useFormat();
  const { url } = usePhotoImage(photo.path, WIDTH);
  return (
    <figure>
      {url && (
        <img src={url} alt={photo.caption || t('noCaption')} className="w-full rounded-small" />
      )}
      <figcaption className="mt-1 text-muted text-sm">{format.dateTime(photo.taken_at)}</figcaption>
    </figure>
  );
}

/** The same spot before the work. */
export function BeforePhoto({ photo, mayChange }: { photo: Photo; mayChange: boolean }) {
  const { t } = useTranslation('photos');
  const companyId = useEmployee()?.company_id ?? '';
  const ids = photo.before_id ? [photo.before_id] : [];
  const [before] = useQuery(photosByIdQuery(companyId, ids)).data ?? [];
  const change = useChangePhoto();
  if (!photo.before_id || !before) return null;
  return (
    <section className="grid gap-2 border-t pt-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-[620] text-sm">{t('before')}</h3>
        {mayChange && (
          <Button
            variant="link"
            size="inline"
            disabled={change.isPending}
            onClick={() => change.mutate({ photo, change: { before_id: null } })}
          >
            {t('unpair')}
          </Button>
        )}
      </div>
      <Picture photo={before} />
    </section>
  );
}
