import { useState } from 'react';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Photo } from '@/features/photos/api/queries';
import { isVideo } from '@/features/photos/components/photo-tile';
import { errorText } from '@/lib/errors';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { loadCode } from '@/lib/load-code';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

type Made = 'zip' | 'report';

/** What the report says about each photo and around them. */
function useReportWords() {
  const { t } = useTranslation('photos');
  const format = useFormat();
  const { company } = useViewer();
  const { data: projects = [] } = useProjectOptions();
  const facts = (photo: Photo): string =>
    [
      projects.find(({ id }) => id === photo.project_id)?.name,
      photo.employee_name,
      `${format.date(photo.taken_on)} ${format.time(photo.taken_at)}`,
    ]
      .filter(Boolean)
      .join(' · ');
  return {
    title: t('reportTitle'),
    company: company?.name ?? '',
    footer: t('reportFooter'),
    page: (page: number, pages: number) => t('reportPage', { page, pages }),
    lines: (photo: Photo) => [photo.caption || t('noCaption'), facts(photo)] as const,
  };
}

/** Makes one file of the chosen photos at a time, and says how far it is. */
export function usePhotoFiles(photos: readonly Photo[]) {
  const { t } = useTranslation('photos');
  const words = useReportWords();
  const [busy, setBusy] = useState<{ what: Made; share: number } | null>(null);
  const make = async (what: Made, work: (onProgress: (share: number) => void) => Promise<void>) => {
    setBusy({ what, share: 0 });
    try {
      await work((share) => setBusy({ what, share }));
    } catch (cause) {
      toast.error(t('error.file'), { description: errorText(cause) });
    } finally {
      setBusy(null);
    }
  };
  const zip = () =>
    make('zip', async (onProgress) => {
      const { downloadZip } = await loadCode(() => import('@/features/photos/files/zip-photos'));
      await downloadZip('photos.zip', photos, onProgress);
    });
  const report = () =>
    make('report', async (onProgress) => {
      const { photoReportFile } = await loadCode(
        () => import('@/features/photos/files/photo-report'),
      );
      const pictures = photos.filter((photo) => !isVideo(photo));
      const file = await photoReportFile(pictures, words, onProgress);
      downloadFile('photo-report.pdf', FILE_TYPES.pdf, file);
    });
  return { busy, zip, report };
}
