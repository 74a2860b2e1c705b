import { Download } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { type ExportProgress, exportData, recordExport } from '@/features/imports/api/export-data';
import { errorText } from '@/lib/errors';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';

/** Owners: everything the company has as a ZIP file, with photos and documents if wanted. */
export function ExportCard() {
  const { t } = useTranslation('imports');
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [withFiles, setWithFiles] = useState(false);
  const filesId = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const download = async () => {
    abort.current = new AbortController();
    setFailure(null);
    setProgress({ share: 0, rows: 0, files: 0 });
    const date = new Date(serverNow()).toISOString().slice(0, 10);
    const fileName = (part: number) =>
      t('export.file', { date: part === 1 ? date : `${date}-${part}` });
    try {
      // In the history before the first byte leaves, also when the download is broken off.
      await recordExport(fileName(1));
      await exportData({
        fileName,
        readme: [
          t('export.readme', { missing: t('export.missing') }),
          ...(withFiles ? [t('export.readmeFiles')] : []),
        ].join('\r\n'),
        withFiles,
        signal: abort.current.signal,
        onProgress: setProgress,
      });
    } catch (cause) {
      if (!abort.current.signal.aborted) setFailure(errorText(cause));
    } finally {
      setProgress(null);
    }
  };
  return (
    <Card className="mt-6">
      <CardHeader
        title={t('export.title')}
        description={t('export.text', { missing: t('export.missing') })}
        action={
          <Button busy={progress !== null} onClick={() => void download()}>
            <Download aria-hidden="true" />
            {t('export.action')}
          </Button>
        }
      />
      <div className="px-5 pb-2">
        <SwitchRow
          id={filesId}
          label={t('export.files')}
          text={t('export.filesText')}
          checked={withFiles}
          disabled={progress !== null}
          onCheckedChange={setWithFiles}
        />
      </div>
      {progress && (
        <div className="flex flex-col gap-2 px-5 pb-4">
          <Progress value={progress.share * 100} label={t('export.title')} />
          <p className="text-muted text-sm">
            {t('export.progress', { count: progress.rows })}
            {progress.files > 0 && ` · ${t('export.progressFiles', { count: progress.files })}`}
          </p>
        </div>
      )}
      {failure && (
        <Notice tone="danger" className="mx-5 mb-4">
          {failure}
        </Notice>
      )}
    </Card>
  );
}
