import { ArrowLeftRight, Download, FileText, Link2, Tag, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useEmployee, useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { useChangePhoto, useDeletePhotos } from '@/features/photos/api/change-photos';
import type { Photo } from '@/features/photos/api/queries';
import { isVideo } from '@/features/photos/components/photo-tile';
import { errorWords } from '@/lib/errors';
import { fileSize } from '@/lib/file-size';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { toast } from '@/lib/toast';

export interface SelectionBarProps {
  photos: readonly Photo[];
  onShare: () => void;
  onTag: () => void;
  onClear: () => void;
}

/** What can be done with the chosen photos; stays at the lower edge. */
export default function SelectionBar({ photos, onShare, onTag, onClear }: SelectionBarProps) {
  const { t } = useTranslation(['photos', 'common']);
  const format = useFormat();
  const employee = useEmployee();
  const privileged = useIsPrivileged();
  const { company } = useViewer();
  const { data: projects = [] } = useProjectOptions();
  const remove = useDeletePhotos();
  const change = useChangePhoto();
  const [busy, setBusy] = useState<{ what: 'zip' | 'report'; share: number } | null>(null);
  const own = photos.every((photo) => privileged || photo.employee_id === employee?.id);
  const [before, after] = [...photos].sort((a, b) => a.taken_at.localeCompare(b.taken_at));
  const bytes = photos.reduce((sum, photo) => sum + (photo.size_bytes ?? 0), 0);

  const make = async (
    what: 'zip' | 'report',
    work: (onProgress: (share: number) => void) => Promise<void>,
  ): Promise<void> => {
    setBusy({ what, share: 0 });
    try {
      await work((share) => setBusy({ what, share }));
    } catch (cause) {
      toast.error(t('error.file'), { description: errorWords(cause) });
    } finally {
      setBusy(null);
    }
  };
  const zip = () =>
    make('zip', async (onProgress) => {
      const { downloadZip } = await import('@/features/photos/files/zip-photos');
      await downloadZip('photos.zip', photos, onProgress);
    });
  const report = () =>
    make('report', async (onProgress) => {
      const { photoReportFile } = await import('@/features/photos/files/photo-report');
      const words = {
        title: t('reportTitle'),
        company: company?.name ?? '',
        footer: t('reportFooter'),
        page: (page: number, pages: number) => t('reportPage', { page, pages }),
        lines: (photo: Photo) =>
          [
            photo.caption || t('noCaption'),
            [
              projects.find(({ id }) => id === photo.project_id)?.name,
              photo.employee_name,
              `${format.date(photo.taken_on)} ${format.time(photo.taken_at)}`,
            ]
              .filter(Boolean)
              .join(' · '),
          ] as const,
      };
      const pictures = photos.filter((photo) => !isVideo(photo));
      const file = await photoReportFile(pictures, words, onProgress);
      downloadFile('photo-report.pdf', FILE_TYPES.pdf, file);
    });
  const percent = (what: 'zip' | 'report') =>
    busy?.what === what ? ` ${format.percent(busy.share)}` : '';
  return (
    <section
      aria-label={t('selection')}
      data-print="hide"
      className="fixed inset-x-3 bottom-3 z-30 mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] items-center gap-1 overflow-x-auto rounded-card border bg-surface px-2 py-1.5 shadow-overlay"
    >
      <p className="shrink-0 px-2 text-sm">
        <span className="font-[620]">{t('selected', { count: photos.length })}</span>{' '}
        <span className="text-muted max-sm:hidden">{fileSize(bytes, format)}</span>
      </p>
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
      {privileged && (
        <Button variant="ghost" onClick={onShare}>
          <Link2 aria-hidden="true" />
          {t('share.title')}
        </Button>
      )}
      {own && (
        <>
          {before && after && photos.length === 2 && (
            <Button
              variant="ghost"
              busy={change.isPending}
              onClick={() =>
                change.mutate(
                  { photo: after, change: { before_id: before.id } },
                  { onSuccess: onClear },
                )
              }
            >
              <ArrowLeftRight aria-hidden="true" />
              {t('view.pairs')}
            </Button>
          )}
          <Button variant="ghost" onClick={onTag}>
            <Tag aria-hidden="true" />
            {t('addTag')}
          </Button>
          <Button
            variant="ghost"
            className="text-danger!"
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(
                photos.map(({ id }) => id),
                { onSuccess: onClear },
              )
            }
          >
            <Trash2 aria-hidden="true" />
            {t('common:action.delete')}
          </Button>
        </>
      )}
      <Button size="icon" variant="ghost" aria-label={t('clearSelection')} onClick={onClear}>
        <X aria-hidden="true" />
      </Button>
    </section>
  );
}
