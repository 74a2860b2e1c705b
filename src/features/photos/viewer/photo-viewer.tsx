import { ChevronLeft, ChevronRight, Download, Pencil, Share2, Trash2, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BackCloses } from '@/components/ui/dialog';
import { Switch } from '@/components/ui/switch';
import { usePhotoImage } from '@/entities/photo/photo-image';
import { useEmployee, useIsPrivileged } from '@/entities/viewer/use-viewer';
import { useChangePhoto, useDeletePhotos } from '@/features/photos/api/change-photos';
import { originalAddresses } from '@/features/photos/api/photo-file';
import type { Photo } from '@/features/photos/api/queries';
import { isVideo } from '@/features/photos/components/photo-tile';
import { downloadNameOf } from '@/features/photos/files/file-names';
import { MarkupEditor } from '@/features/photos/viewer/markup-editor';
import { PhotoPanel } from '@/features/photos/viewer/photo-panel';
import { PhotoStage, ratioOf, STAGE_WIDTH } from '@/features/photos/viewer/photo-stage';

const control =
  'touch-target inline-grid size-10 shrink-0 place-items-center rounded-small text-[white] hover:bg-[rgb(255_255_255/0.15)] disabled:opacity-40';

export interface PhotoViewerProps {
  photos: readonly Photo[];
  photoId: string;
  onShow: (id: string | null) => void;
  onShare: ((photo: Photo) => void) | null;
}

async function download(photo: Photo): Promise<void> {
  const address = (await originalAddresses([photo.path])).get(photo.path);
  if (!address) return;
  const link = document.createElement('a');
  link.href = `${address}&download=${encodeURIComponent(downloadNameOf(photo))}`;
  link.click();
}

/** Full screen: arrows, swipe and pinch; words, evidence and comments beside it. */
export default function PhotoViewer({ photos, photoId, onShow, onShare }: PhotoViewerProps) {
  const { t } = useTranslation(['photos', 'common']);
  const employee = useEmployee();
  const privileged = useIsPrivileged();
  const [showMarkup, setShowMarkup] = useState(true);
  const [drawing, setDrawing] = useState(false);
  const change = useChangePhoto();
  const remove = useDeletePhotos();
  const index = photos.findIndex(({ id }) => id === photoId);
  const photo = photos[index];
  const { url } = usePhotoImage(photo?.path ?? '', STAGE_WIDTH, drawing && photo !== undefined);
  if (!photo) return null;
  const step = (by: 1 | -1): void => {
    const next = photos[index + by];
    if (next) onShow(next.id);
  };
  const mine = privileged || photo.employee_id === employee?.id;
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const typing = (event.target as Element).closest('input, textarea');
    if (typing || drawing) return;
    if (event.key === 'ArrowRight') step(1);
    if (event.key === 'ArrowLeft') step(-1);
  };
  // Back in the gallery, where undoing is one tap.
  const deleteIt = () => remove.mutate([photo.id], { onSuccess: () => onShow(null) });
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onShow(null)}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 flex bg-[black] outline-none max-lg:flex-col max-lg:overflow-y-auto"
        >
          <BackCloses />
          <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:h-[75dvh] max-lg:flex-none">
            <header className="flex items-center gap-1 p-1.5 text-[white]">
              <Dialog.Close className={control} aria-label={t('common:action.close')}>
                <X className="size-5" aria-hidden="true" />
              </Dialog.Close>
              <Dialog.Title className="tabular mr-auto font-[600] text-sm">
                {t('position', { position: index + 1, count: photos.length })}
              </Dialog.Title>
              {photo.markup && !drawing && (
                <label className="flex items-center gap-2 px-2 text-sm" htmlFor="show-markup">
                  {t('markup.show')}
                  <Switch id="show-markup" checked={showMarkup} onCheckedChange={setShowMarkup} />
                </label>
              )}
              {mine && !isVideo(photo) && !drawing && (
                <button
                  type="button"
                  className={control}
                  aria-label={t('markup.draw')}
                  onClick={() => setDrawing(true)}
                >
                  <Pencil className="size-5" aria-hidden="true" />
                </button>
              )}
              <button
                type="button"
                className={control}
                aria-label={t('download')}
                onClick={() => void download(photo)}
              >
                <Download className="size-5" aria-hidden="true" />
              </button>
              {onShare && (
                <button
                  type="button"
                  className={control}
                  aria-label={t('share.title')}
                  onClick={() => onShare(photo)}
                >
                  <Share2 className="size-5" aria-hidden="true" />
                </button>
              )}
              {mine && (
                <button
                  type="button"
                  className={control}
                  aria-label={t('common:action.delete')}
                  disabled={photo.locked || remove.isPending}
                  onClick={deleteIt}
                >
                  <Trash2 className="size-5" aria-hidden="true" />
                </button>
              )}
            </header>
            {drawing && url ? (
              <MarkupEditor
                shapes={photo.markup ?? []}
                ratio={ratioOf(photo)}
                url={url}
                busy={change.isPending}
                onCancel={() => setDrawing(false)}
                onSave={(shapes) =>
                  change.mutate(
                    { photo, change: { markup: shapes.length > 0 ? shapes : null } },
                    { onSuccess: () => setDrawing(false) },
                  )
                }
              />
            ) : (
              <div className="flex min-h-0 flex-1 items-center">
                <button
                  type="button"
                  className={control}
                  aria-label={t('previous')}
                  disabled={index === 0}
                  onClick={() => step(-1)}
                >
                  <ChevronLeft className="size-6" aria-hidden="true" />
                </button>
                <div className="flex h-full min-w-0 flex-1 flex-col">
                  <PhotoStage photo={photo} showMarkup={showMarkup} onStep={step} />
                </div>
                <button
                  type="button"
                  className={control}
                  aria-label={t('next')}
                  disabled={index === photos.length - 1}
                  onClick={() => step(1)}
                >
                  <ChevronRight className="size-6" aria-hidden="true" />
                </button>
              </div>
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
