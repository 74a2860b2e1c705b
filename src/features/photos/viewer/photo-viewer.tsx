import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { BackCloses } from '@/components/ui/dialog';
import { usePhotoImage } from '@/entities/photo/photo-image';
import { useChangePhoto } from '@/features/photos/api/change-photos';
import type { Photo } from '@/features/photos/api/queries';
import { MarkupEditor } from '@/features/photos/viewer/markup-editor';
import { PhotoPanel } from '@/features/photos/viewer/photo-panel';
import { PhotoStage, ratioOf, STAGE_WIDTH } from '@/features/photos/viewer/photo-stage';
import { ViewerButton } from '@/features/photos/viewer/viewer-button';
import { ViewerHeader } from '@/features/photos/viewer/viewer-header';
import { useTranslation } from '@/lib/use-translation';

export interface PhotoViewerProps {
  photos: readonly Photo[];
  photoId: string;
  onShow: (id: string | null) => void;
  onShare: ((photo: Photo) => void) | null;
}

type Step = (by: 1 | -1) => void;

/** Draws over the photo; what is saved lies on it as a layer. */
function Drawing({ photo, url, onDone }: { photo: Photo; url: string; onDone: () => void }) {
  const change = useChangePhoto();
  return (
    <MarkupEditor
      shapes={photo.markup ?? []}
      ratio={ratioOf(photo)}
      url={url}
      busy={change.isPending}
      onCancel={onDone}
      onSave={(shapes) =>
        change.mutate(
          { photo, change: { markup: shapes.length > 0 ? shapes : null } },
          { onSuccess: onDone },
        )
      }
    />
  );
}

interface LookingProps {
  photo: Photo;
  showMarkup: boolean;
  isFirst: boolean;
  isLast: boolean;
  onStep: Step;
}

function Looking({ photo, showMarkup, isFirst, isLast, onStep }: LookingProps) {
  const { t } = useTranslation('photos');
  return (
    <div className="flex min-h-0 flex-1 items-center">
      <ViewerButton
        icon={ChevronLeft}
        label={t('previous')}
        disabled={isFirst}
        onClick={() => onStep(-1)}
      />
      <div className="flex h-full min-w-0 flex-1 flex-col">
        <PhotoStage photo={photo} showMarkup={showMarkup} onStep={onStep} />
      </div>
      <ViewerButton
        icon={ChevronRight}
        label={t('next')}
        disabled={isLast}
        onClick={() => onStep(1)}
      />
    </div>
  );
}

/** Arrows go through the photos, unless one types or draws. */
const arrowKeys = (step: Step, drawing: boolean) => (event: React.KeyboardEvent) => {
  if (drawing || (event.target as Element).closest('input, textarea')) return;
  if (event.key === 'ArrowRight') step(1);
  if (event.key === 'ArrowLeft') step(-1);
};

/** Full screen: arrows, swipe and pinch; words, evidence and comments beside it. */
export default function PhotoViewer({ photos, photoId, onShow, onShare }: PhotoViewerProps) {
  const { t } = useTranslation('photos');
  const [showMarkup, setShowMarkup] = useState(true);
  const [drawing, setDrawing] = useState(false);
  const index = photos.findIndex(({ id }) => id === photoId);
  const photo = photos[index];
  const { url } = usePhotoImage(photo?.path ?? '', STAGE_WIDTH, drawing && photo !== undefined);
  if (!photo) return null;
  const step: Step = (by) => {
    const next = photos[index + by];
    if (next) onShow(next.id);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onShow(null)}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onKeyDown={arrowKeys(step, drawing)}
          className="fixed inset-0 z-50 flex bg-[black] outline-none max-lg:flex-col max-lg:overflow-y-auto"
        >
          <BackCloses />
          <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:h-[75dvh] max-lg:flex-none">
            <ViewerHeader
              photo={photo}
              position={t('position', { position: index + 1, count: photos.length })}
              drawing={drawing}
              showMarkup={showMarkup}
              onShowMarkup={setShowMarkup}
              onDraw={() => setDrawing(true)}
              onShare={onShare}
              // Back in the gallery, where undoing is one tap.
              onDeleted={() => onShow(null)}
            />
            {drawing && url ? (
              <Drawing photo={photo} url={url} onDone={() => setDrawing(false)} />
            ) : (
              <Looking
                photo={photo}
                showMarkup={showMarkup}
                isFirst={index === 0}
                isLast={index === photos.length - 1}
                onStep={step}
              />
            )}
          </div>
          <aside className="w-full bg-surface lg:w-88 lg:overflow-y-auto" aria-label={t('details')}>
            <PhotoPanel photo={photo} />
          </aside>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
