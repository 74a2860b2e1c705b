import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { exportData, recordExport } from '@/features/imports/api/export-data';
import { errorWords } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { serverNow } from '@/lib/server-clock';

interface Progressed {
  percent: number;
  rows: number;
}

/** Owners: everything the company has as one ZIP file. */
export function ExportCard() {
  const { t } = useTranslation('imports');
  const [progress, setProgress] = useState<Progressed | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const download = async () => {
    abort.current = new AbortController();
    setFailure(null);
    setProgress({ percent: 0, rows: 0 });
    const name = t('export.file', { date: new Date(serverNow()).toISOString().slice(0, 10) });
    try {
      // In the history before the first byte leaves, also when the download is broken off.
      await recordExport(name);
      const content = await exportData({
        readme: t('export.readme'),
        signal: abort.current.signal,
        onProgress: (done, lists, rows) => setProgress({ percent: (done / lists) * 100, rows }),
      });
      downloadFile(name, 'application/zip', content);
    } catch (cause) {
      if (!abort.current.signal.aborted) setFailure(errorWords(cause));
    } finally {
      setProgress(null);
    }
  };
  return (
    <Card className="mt-6">
      <CardHeader
        title={t('export.title')}
        description={t('export.text')}
        action={
          <Button busy={progress !== null} onClick={() => void download()}>
            <Download aria-hidden="true" />
            {t('export.action')}
          </Button>
        }
      />
      {progress && (
        <div className="flex flex-col gap-2 px-5 pb-4">
          <Progress value={progress.percent} label={t('export.title')} />
          <p className="text-muted text-sm">{t('export.progress', { count: progress.rows })}</p>
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
