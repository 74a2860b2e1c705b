import { Camera, Images } from 'lucide-react';
import { useRef } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { ACCEPTED } from '@/entities/photo/read-photo';
import { ChosenPhotos } from '@/features/photos/components/chosen-photos';
import { PhotoTextFields } from '@/features/photos/components/photo-text-fields';
import { useAddPhotos, useChosenFiles, usePhotoTexts } from '@/features/photos/use-new-photos';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** The camera, or what the device has. */
function FileButtons({ onTake }: { onTake: (input: HTMLInputElement) => void }) {
  const { t } = useTranslation('photos');
  const camera = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <Button size="large" onClick={() => camera.current?.click()}>
          <Camera aria-hidden="true" />
          {t('add.take')}
        </Button>
        <Button size="large" onClick={() => picker.current?.click()}>
          <Images aria-hidden="true" />
          {t('add.choose')}
        </Button>
      </div>
      <input
        ref={camera}
        hidden
        type="file"
        accept="image/jpeg"
        capture="environment"
        aria-label={t('add.take')}
        onChange={(event) => onTake(event.currentTarget)}
      />
      <input
        ref={picker}
        hidden
        type="file"
        multiple
        accept={ACCEPTED}
        aria-label={t('add.choose')}
        data-testid="choose-photos"
        onChange={(event) => onTake(event.currentTarget)}
      />
    </>
  );
}

/** Choose or take, say where it belongs, done: sending goes on by itself. */
export default function AddPhotosDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['photos', 'common']);
  const { photos, refused, reading, take, remove } = useChosenFiles();
  const { words, change } = usePhotoTexts();
  const { save, saving, missing, failure } = useAddPhotos(onClose);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('add.title')} description={t('add.text')}>
        <DialogBody className="grid content-start gap-4">
          <FileButtons onTake={(input) => void take(input)} />
          {refused.map(({ name, problem }) => (
            <Notice key={`${name}${problem}`} tone="danger" title={t('add.refused', { name })}>
              {t(`problem.${problem}`)}
            </Notice>
          ))}
          {failure !== null && <Notice tone="danger">{errorText(failure)}</Notice>}
          <ChosenPhotos photos={photos} onRemove={remove} />
          <PhotoTextFields words={words} missing={missing} onChange={change} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            variant="primary"
            busy={saving || reading}
            disabled={photos.length === 0}
            onClick={() => void save(photos, words)}
          >
            {photos.length === 0 ? t('addPhotos') : t('add.submit', { count: photos.length })}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
