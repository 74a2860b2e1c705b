import { ArrowLeftRight, Download, FileText, Link2, Tag, Trash2, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useEmployee, useIsPrivileged } from '@/entities/viewer/use-viewer';
import { useChangePhoto, useDeletePhotos } from '@/features/photos/api/change-photos';
import type { Photo } from '@/features/photos/api/queries';
import { isVideo } from '@/features/photos/components/photo-tile';
import { usePhotoFiles } from '@/features/photos/use-photo-files';
import { fileSize } from '@/lib/file-size';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface SelectionBarProps {
  photos: readonly Photo[];
  onShare: () => void;
  onTag: () => void;
  onClear: () => void;
}

function FileButtons({ photos }: { photos: readonly Photo[] }) {
  const { t } = useTranslation('photos');
  const format = useFormat();
  const { busy, zip, report } = usePhotoFiles(photos);
  const percent = (what: 'zip' | 'report') =>
    busy?.what === what ? ` ${format.percent(busy.share)}` : '';
  return (
    <>
      <Button
        variant="ghost"
        busy={busy?.what === 'zip'}
        disabled={!!busy}
        onClick={() => void zip()}
      >
        <Download aria-hidden="true" />
        {t('downloadZip')}
        {percent('zip')}
      </Button>
      <Button
        variant="ghost"
        busy={busy?.what === 'report'}
        disabled={!!busy || photos.every(isVideo)}
        onClick={() => void report()}
      >
        <FileText aria-hidden="true" />
        {t('photoReport')}
        {percent('report')}
      </Button>
    </>
  );
}

/** Two photos of one spot: the older is the before. */
function PairButton({ photos, onDone }: { photos: readonly Photo[]; onDone: () => void }) {
  const { t } = useTranslation('photos');
  const change = useChangePhoto();
  const [before, after] = [...photos].sort((a, b) => a.taken_at.localeCompare(b.taken_at));
  if (!before || !after || photos.length !== 2) return null;
  return (
    <Button
      variant="ghost"
      busy={change.isPending}
      onClick={() =>
        change.mutate({ photo: after, change: { before_id: before.id } }, { onSuccess: onDone })
      }
    >
      <ArrowLeftRight aria-hidden="true" />
      {t('view.pairs')}
    </Button>
  );
}

function OwnButtons({ photos, onTag, onClear }: Omit<SelectionBarProps, 'onShare'>) {
  const { t } = useTranslation(['photos', 'common']);
  const remove = useDeletePhotos();
  const ids = photos.map(({ id }) => id);
  return (
    <>
      <PairButton photos={photos} onDone={onClear} />
      <Button variant="ghost" onClick={onTag}>
        <Tag aria-hidden="true" />
        {t('addTag')}
      </Button>
      <Button
        variant="ghost"
        className="text-danger!"
        busy={remove.isPending}
        onClick={() => remove.mutate(ids, { onSuccess: onClear })}
      >
        <Trash2 aria-hidden="true" />
        {t('common:action.delete')}
      </Button>
    </>
  );
}

/** What can be done with the chosen photos; stays at the lower edge. */
export default function SelectionBar({ photos, onShare, onTag, onClear }: SelectionBarProps) {
  const { t } = useTranslation('photos');
  const format = useFormat();
  const employee = useEmployee();
  const privileged = useIsPrivileged();
  const own = photos.every((photo) => privileged || photo.employee_id === employee?.id);
  const bytes = photos.reduce((sum, photo) => sum + (photo.size_bytes ?? 0), 0);
  return (
    <section
      aria-label={t('selection')}
      data-print="hide"
      className="fixed inset-x-3 bottom-[calc(0.75rem+var(--bottom-bar-height))] z-30 mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] items-center gap-1 overflow-x-auto rounded-card border bg-surface px-2 py-1.5 shadow-overlay"
    >
      <p className="shrink-0 px-2 text-sm">
        <span className="font-[620]">{t('selected', { count: photos.length })}</span>{' '}
        <span className="text-muted max-sm:hidden">{fileSize(bytes, format)}</span>
      </p>
      <FileButtons photos={photos} />
      {privileged && (
        <Button variant="ghost" onClick={onShare}>
          <Link2 aria-hidden="true" />
          {t('share.title')}
        </Button>
      )}
      {own && <OwnButtons photos={photos} onTag={onTag} onClear={onClear} />}
      <Button size="icon" variant="ghost" aria-label={t('clearSelection')} onClick={onClear}>
        <X aria-hidden="true" />
      </Button>
    </section>
  );
}
