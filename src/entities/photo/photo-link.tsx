import { Camera } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** `…/<photo>.<extension>` names its photo. */
export const photoIdOf = (path: string): string => path.split('/').at(-1)?.split('.')[0] ?? '';

/** Opens a photo in the gallery, from whatever refers to it. */
export function PhotoLink({ photoId }: { photoId: string }) {
  const { t } = useTranslation('common');
  return (
    <Link
      to={`/photos?photo=${photoId}`}
      className="touch-target inline-flex items-center gap-1 text-primary text-sm hover:underline"
    >
      <Camera className="size-4" aria-hidden="true" />
      {t('photo.show')}
    </Link>
  );
}
