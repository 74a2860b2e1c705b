import { Download, Pencil, Share2, Trash2, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Switch } from '@/components/ui/switch';
import { useEmployee, useIsPrivileged } from '@/entities/viewer/use-viewer';
import { useDeletePhotos } from '@/features/photos/api/change-photos';
import { originalAddresses } from '@/features/photos/api/photo-file';
import type { Photo } from '@/features/photos/api/queries';
import { isVideo } from '@/features/photos/components/photo-tile';
import { downloadNameOf } from '@/features/photos/files/file-names';
import { ViewerButton, viewerControl } from '@/features/photos/viewer/viewer-button';
import { useTranslation } from '@/lib/use-translation';

export interface ViewerHeaderProps {
  photo: Photo;
  /** "3 of 40". */
  position: string;
  drawing: boolean;
  showMarkup: boolean;
  onShowMarkup: (show: boolean) => void;
  onDraw: () => void;
  onShare: ((photo: Photo) => void) | null;
  onDeleted: () => void;
}

async function download(photo: Photo): Promise<void> {
  const address = (await originalAddresses([photo.path])).get(photo.path);
  if (!address) return;
  const link = document.createElement('a');
  link.href = `${address}&download=${encodeURIComponent(downloadNameOf(photo))}`;
  link.click();
}

/** Which photo it is, and what can be done with it. */
export function ViewerHeader({ photo, position, drawing, onShare, ...props }: ViewerHeaderProps) {
  const { t } = useTranslation(['photos', 'common']);
  const employee = useEmployee();
  const privileged = useIsPrivileged();
  const remove = useDeletePhotos();
  const mine = privileged || photo.employee_id === employee?.id;
  return (
    <header className="flex items-center gap-1 p-1.5 text-[white]">
      <Dialog.Close className={viewerControl} aria-label={t('common:action.close')}>
        <X className="size-5" aria-hidden="true" />
      </Dialog.Close>
      <Dialog.Title className="tabular mr-auto font-[600] text-sm">{position}</Dialog.Title>
      {photo.markup && !drawing && (
        <label className="flex items-center gap-2 px-2 text-sm" htmlFor="show-markup">
          {t('markup.show')}
          <Switch
            id="show-markup"
            checked={props.showMarkup}
            onCheckedChange={props.onShowMarkup}
          />
        </label>
      )}
      {mine && !isVideo(photo) && !drawing && (
        <ViewerButton icon={Pencil} label={t('markup.draw')} onClick={props.onDraw} />
      )}
      <ViewerButton icon={Download} label={t('download')} onClick={() => void download(photo)} />
      {onShare && (
        <ViewerButton icon={Share2} label={t('share.title')} onClick={() => onShare(photo)} />
      )}
      {mine && (
        <ViewerButton
          icon={Trash2}
          label={t('common:action.delete')}
          disabled={photo.locked || remove.isPending}
          onClick={() => remove.mutate([photo.id], { onSuccess: props.onDeleted })}
        />
      )}
    </header>
  );
}
