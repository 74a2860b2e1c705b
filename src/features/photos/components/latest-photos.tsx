import { useInfiniteQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { Link } from 'react-router';
import { CardLink } from '@/components/shared/card-link';
import { Loaded } from '@/components/shared/loaded';
import { Card, CardHeader } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { usePhotoImage } from '@/entities/photo/photo-image';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Photo, photosQuery } from '@/features/photos/api/queries';
import { isVideo } from '@/features/photos/components/photo-tile';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const SHOWN = 6;
const THUMB_WIDTH = 320;

function Tile({ photo }: { photo: Photo }) {
  const { t } = useTranslation('photos');
  const format = useFormat();
  const { url } = usePhotoImage(photo.path, THUMB_WIDTH, !isVideo(photo));
  const name = `${photo.caption || t('noCaption')}, ${format.dateTime(photo.taken_at)}`;
  return (
    <Link
      to={`/projects?project=${photo.project_id}&tab=photos&photo=${photo.id}`}
      aria-label={name}
      className="flex aspect-4/3 items-center justify-center overflow-hidden rounded-small bg-sunken"
    >
      {url ? (
        <img src={url} alt="" className="size-full object-cover" />
      ) : (
        isVideo(photo) && <Play className="size-5 text-muted" aria-hidden="true" />
      )}
    </Link>
  );
}

/** The last photos of a project, and the way to all of them. */
export function LatestPhotos({ projectId }: { projectId: string }) {
  const { t } = useTranslation('photos');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const query = useInfiniteQuery(photosQuery(companyId, { project_id: projectId }));
  const photos = (query.data?.pages[0] ?? []).slice(0, SHOWN);
  const [latest] = photos;
  return (
    <Card>
      <CardHeader
        title={t('latest')}
        action={
          <CardLink to={`/projects?project=${projectId}&tab=photos`}>{t('allPhotos')}</CardLink>
        }
      />
      <Loaded query={query} skeleton={<Skeleton className="mx-5 mb-5 h-40" />}>
        {latest ? (
          <>
            <div className="grid grid-cols-3 gap-2 px-5">
              {photos.map((photo) => (
                <Tile key={photo.id} photo={photo} />
              ))}
            </div>
            <p className="px-5 pt-2.5 pb-4 text-muted text-sm">
              {[format.dateTime(latest.taken_at), latest.employee_name].filter(Boolean).join(' · ')}
            </p>
          </>
        ) : (
          <p className="px-5 pb-4 text-muted text-sm">{t('empty.title')}</p>
        )}
      </Loaded>
    </Card>
  );
}
