import { Camera, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { saveAttachments } from '@/entities/offline/save-and-send';
import { newPhotos } from '@/entities/photo/add-photos';
import { type FileProblem, readPhoto } from '@/entities/photo/read-photo';
import { useViewer } from '@/entities/viewer/use-viewer';
import { Part } from '@/features/tickets/components/part';
import { TicketPhoto } from '@/features/tickets/components/ticket-photo';
import type { Ticket } from '@/features/tickets/ticket';
import { useTranslation } from '@/lib/use-translation';

export interface PhotosPartProps {
  ticket: Ticket;
  /** Missing where nothing can be changed any more. */
  onPhotosChange?: (ids: string[]) => void;
}

/** Photos of the work: taken here and stored on the phone first, as all photos are. */
export function PhotosPart({ ticket, onPhotosChange }: PhotosPartProps) {
  const { t } = useTranslation(['tickets', 'common']);
  const companyId = useViewer().company?.id ?? '';
  const input = useRef<HTMLInputElement>(null);
  const [failed, setFailed] = useState(false);
  const { photo_ids: ids, project_id: projectId } = ticket.fields;
  const add = async (files: readonly File[]): Promise<void> => {
    const read = await Promise.all(
      files.map((file) => readPhoto(file).catch((): FileProblem => 'damaged')),
    );
    const photos = read.filter((each) => typeof each !== 'string');
    setFailed(photos.length < read.length);
    if (photos.length === 0) return;
    const events = await newPhotos(photos, { companyId, projectId });
    await saveAttachments(events);
    onPhotosChange?.([...ids, ...events.flatMap(({ id }) => id ?? [])]);
  };
  if (!onPhotosChange && ids.length === 0) return null;
  return (
    <Part
      title={t('photos.title')}
      aside={ids.length > 0 && t('photos.count', { count: ids.length })}
    >
      <ul className="grid grid-cols-4 gap-2 sm:grid-cols-6">
        {ids.map((id) => (
          <li key={id} className="relative">
            <TicketPhoto id={id} />
            {onPhotosChange && (
              <Button
                size="icon"
                variant="ghost"
                className="absolute top-0 right-0"
                aria-label={t('common:photo.remove')}
                onClick={() => onPhotosChange(ids.filter((other) => other !== id))}
              >
                <X aria-hidden="true" />
              </Button>
            )}
          </li>
        ))}
        {onPhotosChange && (
          <li>
            <button
              type="button"
              className="grid aspect-square w-full place-items-center rounded-small border border-dashed text-muted hover:bg-sunken"
              aria-label={t('photos.add')}
              onClick={() => input.current?.click()}
            >
              <Camera className="size-6" aria-hidden="true" />
            </button>
          </li>
        )}
      </ul>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple
        aria-label={t('photos.add')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]).catch(() => setFailed(true));
          event.target.value = '';
        }}
      />
      {failed && (
        <p role="alert" className="text-danger text-sm">
          {t('common:photo.unreadable')}
        </p>
      )}
    </Part>
  );
}
