import { useState } from 'react';
import type { NewEvent } from '@/entities/offline/offline-event';
import { saveAttachments } from '@/entities/offline/save-and-send';
import { newPhotos, type PhotoFacts } from '@/entities/photo/add-photos';
import type { ReadPhoto } from '@/entities/photo/read-photo';
import { useViewer } from '@/entities/viewer/use-viewer';
import { errorText } from '@/lib/errors';
import { toast } from '@/lib/toast';

type Facts = Omit<PhotoFacts, 'companyId' | 'projectId'> & { projectId: string | null };

/**
 * A photo that goes with what a form saves: named before, so that the row can refer to it, and sent
 * after, so that a form that failed adds none. A photo belongs to a project; without one there is none.
 */
export function useAttachedPhoto({ projectId, ...facts }: Facts) {
  const companyId = useViewer().company?.id ?? '';
  const [photo, set] = useState<ReadPhoto | null>(null);
  return {
    possible: projectId !== null,
    photo,
    set,
    prepare: async (): Promise<NewEvent[]> =>
      photo && projectId ? newPhotos([photo], { companyId, projectId, ...facts }) : [],
    send: (photos: NewEvent[]): void => {
      if (photos.length === 0) return;
      saveAttachments(photos).catch((cause: unknown) => toast.error(errorText(cause)));
    },
  };
}
