import { Camera as CameraIcon, CameraOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useAnswerPhotos } from '@/features/kiosk/api/photos';
import type { Credentials } from '@/features/kiosk/api/punch';
import type { Camera } from '@/features/kiosk/use-camera';
import { useTranslation } from '@/lib/use-translation';

export interface PhotoPreviewProps extends Credentials {
  camera: Camera;
  agreed: boolean;
  onAnswer: (agreed: boolean) => void;
}

/** What the camera sees and why, or that it is off; either can be changed on the spot. */
export function PhotoPreview({ camera, agreed, onAnswer, ...who }: PhotoPreviewProps) {
  const { t, language } = useTranslation('kiosk');
  const answer = useAnswerPhotos();
  const [asked, setAsked] = useState(false);
  const change = () => {
    setAsked(true);
    answer.mutate(
      { ...who, agreed: !agreed, language },
      { onSuccess: (result) => result === 'ok' && onAnswer(!agreed) },
    );
  };
  const Icon = agreed && camera.state !== 'none' ? CameraIcon : CameraOff;
  return (
    <div className="mt-4 grid gap-2 border-t pt-4">
      {agreed && (
        <video
          ref={camera.video}
          muted
          playsInline
          className={
            camera.state === 'ready'
              ? 'aspect-4/3 w-40 -scale-x-100 rounded-card border object-cover'
              : 'hidden'
          }
        />
      )}
      <p className="flex items-start gap-2 text-muted text-sm">
        <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {agreed ? t(camera.state === 'none' ? 'photo.noCamera' : 'photo.on') : t('photo.off')}
      </p>
      <Button className="justify-self-start" busy={answer.isPending} onClick={change}>
        {t(agreed ? 'photo.stop' : 'photo.allow')}
      </Button>
      {asked && answer.isError && <p className="text-danger-strong text-sm">{t('photo.failed')}</p>}
    </div>
  );
}
