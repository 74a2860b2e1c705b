import { useEffect } from 'react';
import { Spinner } from '@/components/ui/spinner';
import { usePhotoImage } from '@/entities/photo/photo-image';
import { useOriginalUrl } from '@/features/photos/api/photo-file';
import type { Photo } from '@/features/photos/api/queries';
import { isVideo } from '@/features/photos/components/photo-tile';
import { MarkupLayer } from '@/features/photos/viewer/markup-layer';
import { useZoom } from '@/features/photos/viewer/use-zoom';
import { useTranslation } from '@/lib/use-translation';

export const STAGE_WIDTH = 1600;

export const ratioOf = ({ width, height }: Pick<Photo, 'width' | 'height'>): number =>
  width && height ? height / width : 0.75;

export interface PhotoStageProps {
  photo: Photo;
  showMarkup: boolean;
  onStep: (step: 1 | -1) => void;
}

/** The photo as large as fits; pinch or double-click to look closer. */
export function PhotoStage({ photo, showMarkup, onStep }: PhotoStageProps) {
  const { t } = useTranslation('photos');
  const video = isVideo(photo);
  const { url, failed } = usePhotoImage(photo.path, STAGE_WIDTH, !video);
  const original = useOriginalUrl(photo.path, video);
  const { reset, style, handlers } = useZoom(onStep);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo is seen whole again
  useEffect(reset, [photo.id]);
  if (video) {
    return (
      <div className="grid min-h-0 flex-1 place-items-center">
        {/* biome-ignore lint/a11y/useMediaCaption: what a crew films on site has no captions */}
        <video src={original} controls className="max-h-full max-w-full" />
      </div>
    );
  }
  const ratio = ratioOf(photo);
  return (
    <div
      className="grid min-h-0 flex-1 touch-none select-none place-items-center overflow-hidden [container-type:size]"
      {...handlers}
    >
      {failed && <p className="text-[white]">{t('imageFailed')}</p>}
      {!url && !failed && <Spinner className="size-8 text-[white]" />}
      {url && (
        <div
          className="relative"
          style={{ ...style, width: `min(100cqw, ${100 / ratio}cqh)`, aspectRatio: `${1 / ratio}` }}
        >
          <img
            src={url}
            alt={photo.caption || t('noCaption')}
            draggable={false}
            className="size-full"
          />
          {showMarkup && photo.markup && (
            <MarkupLayer
              shapes={photo.markup}
              ratio={ratio}
              className="pointer-events-none absolute inset-0 size-full"
            />
          )}
        </div>
      )}
    </div>
  );
}
