import { X } from 'lucide-react';
import { useBlobUrl } from '@/entities/photo/photo-image';
import type { ReadPhoto } from '@/entities/photo/read-photo';
import { useTranslation } from '@/lib/use-translation';

function Chosen({ photo, onRemove }: { photo: ReadPhoto; onRemove: () => void }) {
  const { t } = useTranslation('photos');
  const url = useBlobUrl(photo.type.startsWith('image/') ? photo.file : undefined);
  return (
    <li className="relative aspect-square overflow-hidden rounded-small bg-sunken">
      {url ? (
        <img src={url} alt={photo.file.name} className="size-full object-cover" />
      ) : (
        <span className="block p-1 text-muted text-xs">{photo.file.name}</span>
      )}
      <button
        type="button"
        aria-label={t('add.remove', { name: photo.file.name })}
        onClick={onRemove}
        className="touch-target absolute top-1 right-1 grid size-6 place-items-center rounded-full bg-[rgb(0_0_0/0.65)] text-[white]"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </li>
  );
}

export interface ChosenPhotosProps {
  photos: readonly ReadPhoto[];
  onRemove: (photo: ReadPhoto) => void;
}

export function ChosenPhotos({ photos, onRemove }: ChosenPhotosProps) {
  if (photos.length === 0) return null;
  return (
    <ul className="grid grid-cols-5 gap-1.5 max-sm:grid-cols-4">
      {photos.map((photo) => (
        <Chosen
          key={`${photo.file.name}${photo.file.lastModified}${photo.sha256}`}
          photo={photo}
          onRemove={() => onRemove(photo)}
        />
      ))}
    </ul>
  );
}
