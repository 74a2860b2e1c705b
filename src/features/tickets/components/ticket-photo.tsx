import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readFile } from '@/entities/offline/queue-store';
import { useBlobUrl, usePhotoImage } from '@/entities/photo/photo-image';
import { useSession } from '@/entities/session/use-session';
import { useViewer } from '@/entities/viewer/use-viewer';
import { ticketPhotosQuery } from '@/features/tickets/api/queries';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

/** The file of a photo that was taken here and waits to be sent. */
function useWaitingPhoto(id: string): string | undefined {
  const userId = useSession().user?.id;
  const [file, setFile] = useState<Blob>();
  useEffect(() => {
    if (userId) void readFile<Blob>(userId, id).then(setFile, () => undefined);
  }, [userId, id]);
  return useBlobUrl(file);
}

/** A photo of a ticket, from this phone while it waits and from the server afterwards. */
export function TicketPhoto({ id, size = 'medium' }: { id: string; size?: 'small' | 'medium' }) {
  const { t } = useTranslation('tickets');
  const companyId = useViewer().company?.id ?? '';
  const waiting = useWaitingPhoto(id);
  const stored = useQuery({ ...ticketPhotosQuery(companyId, [id]) }).data?.[0];
  const { url } = usePhotoImage(stored?.path ?? '', 320, Boolean(stored?.uploaded_at));
  const shown = waiting ?? url;
  return (
    <span
      className={cn(
        'grid place-items-center overflow-hidden rounded-small bg-sunken text-center text-muted text-xs',
        size === 'small' ? 'size-10' : 'aspect-square w-full',
      )}
    >
      {shown ? (
        <img src={shown} alt={t('photos.one')} className="size-full object-cover" />
      ) : (
        t('photos.onPhone')
      )}
    </span>
  );
}
