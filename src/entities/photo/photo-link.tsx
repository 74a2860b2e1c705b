import { Camera } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '@/lib/use-translation';

/** `…/<photo>.<extension>` names its photo. */
export const photoIdOf = (path: string): string => path.split('/').at(-1)?.split('.')[0] ?? '';

const look = 'touch-target inline-flex items-center gap-1 text-primary text-sm hover:underline';

/** Opens a photo in the gallery, from whatever refers to it. */
export function PhotoLink({ photoId }: { photoId: string }) {
  const { t } = useTranslation('common');
  return (
    <Link to={`/photos?photo=${photoId}`} className={look}>
      <Camera className="size-4" aria-hidden="true" />
      {t('photo.show')}
    </Link>
  );
}

export interface PhotosLinkProps {
  of: { machine: string } | { quantity: string } | { entry: string };
  count: number;
}

/** The gallery with the photos that belong to something; nothing where there are none. */
export function PhotosLink({ of, count }: PhotosLinkProps) {
  const { t } = useTranslation('common');
  if (count === 0) return null;
  return (
    <Link to={`/photos?${new URLSearchParams(of)}`} className={look}>
      <Camera className="size-4" aria-hidden="true" />
      {t('photo.count', { count })}
    </Link>
  );
}
