import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import type { Upload } from '@/features/documents/use-uploads';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface UploadListProps {
  uploads: readonly Upload[];
  onRetry: (upload: Upload) => void;
  onClear: () => void;
}

function State({ upload: { state } }: { upload: Upload }) {
  if (state === 'sending') return <Spinner />;
  if (state === 'done')
    return <CircleCheck className="size-4 text-success-strong" aria-hidden="true" />;
  if (state === 'failed') return <CircleAlert className="size-4 text-danger" aria-hidden="true" />;
  return <Clock className="size-4 text-muted" aria-hidden="true" />;
}

/** What is on its way and what did not arrive; nothing while there is none. */
export function UploadList({ uploads, onRetry, onClear }: UploadListProps) {
  const { t } = useTranslation(['documents', 'common']);
  const format = useFormat();
  if (uploads.length === 0) return null;
  const left = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  return (
    <section aria-label={t('upload.list')} className="border-t">
      <div className="flex items-center justify-between gap-3 px-4 py-2">
        <p className="font-[600] text-sm" role="status">
          {left > 0 ? t('upload.left', { count: left }) : t('upload.finished')}
          {left > 0 && <span className="block font-normal text-muted">{t('upload.stay')}</span>}
        </p>
        {left === 0 && (
          <Button variant="ghost" size="small" onClick={onClear}>
            {t('common:action.close')}
          </Button>
        )}
      </div>
      <ul className="max-h-60 overflow-y-auto pb-2">
        {uploads.map((upload) => (
          <li key={upload.id} className="flex items-start gap-3 px-4 py-1.5 text-sm">
            <span className="mt-0.5">
              <State upload={upload} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate">{upload.file.name}</span>
              <span className={upload.problem ? 'text-danger' : 'text-muted'}>
                {upload.problem ??
                  t(upload.existing ? 'upload.asVersion' : 'upload.asNew', {
                    name: upload.existing?.name,
                  })}
                {upload.state === 'sending' && ` · ${format.percent(upload.share)}`}
              </span>
            </span>
            {upload.state === 'failed' && (
              <Button size="small" onClick={() => onRetry(upload)}>
                {t('common:action.tryAgain')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
