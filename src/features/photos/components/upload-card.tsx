import { RotateCw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { useBlobUrl } from '@/entities/photo/photo-image';
import type { Upload } from '@/entities/uploads/upload';
import { useUploads } from '@/entities/uploads/upload-state';
import { discardUpload, retryUploads } from '@/entities/uploads/uploads';
import { AppError, errorWords } from '@/lib/errors';
import { useOnline } from '@/lib/use-online';

const SHOWN = 12;

function Preview({ upload }: { upload: Upload }) {
  const url = useBlobUrl(upload.type.startsWith('image/') ? upload.file : undefined);
  return (
    <span className="block size-12 shrink-0 overflow-hidden rounded-small bg-sunken">
      {url && <img src={url} alt="" className="size-full object-cover" />}
    </span>
  );
}

function Failed({ upload }: { upload: Upload }) {
  const { t } = useTranslation(['photos', 'common']);
  return (
    <li className="flex items-center gap-3 py-2 text-sm">
      <Preview upload={upload} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-[550]">{upload.name}</p>
        <p className="text-danger">{errorWords(new AppError(upload.problem ?? 'unexpected'))}</p>
      </div>
      <Button
        size="icon"
        variant="ghost"
        aria-label={t('upload.discard', { name: upload.name })}
        onClick={() => void discardUpload(upload.id)}
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </li>
  );
}

/** What is left to send from this device, and what could not be sent. */
export function UploadCard() {
  const { t } = useTranslation(['photos', 'common']);
  const online = useOnline();
  const uploads = useUploads('photos');
  if (uploads.length === 0) return null;
  const failed = uploads.filter(({ state }) => state === 'failed');
  const open = uploads.filter(({ state }) => state !== 'failed');
  const total = open.reduce((sum, { size }) => sum + size, 0);
  const sent = open.reduce((sum, upload) => sum + upload.sent, 0);
  const left = t('upload.left', { count: open.length });
  return (
    <Card className="mb-4 px-4 py-3" role="status">
      {open.length > 0 && (
        <div className="grid gap-2">
          <p className="flex flex-wrap justify-between gap-x-3 text-sm">
            <span className="font-[620]">{left}</span>
            <span className="text-muted">
              {t(online ? 'upload.sending' : 'upload.waitsForSignal')}
            </span>
          </p>
          <Progress value={total === 0 ? 0 : (sent / total) * 100} label={left} />
          <div className="flex gap-1 overflow-hidden" aria-hidden="true">
            {open.slice(0, SHOWN).map((upload) => (
              <Preview key={upload.id} upload={upload} />
            ))}
          </div>
        </div>
      )}
      {failed.length > 0 && (
        <>
          <ul className="divide-y">
            {failed.map((upload) => (
              <Failed key={upload.id} upload={upload} />
            ))}
          </ul>
          <Button size="small" className="mt-2" onClick={retryUploads}>
            <RotateCw aria-hidden="true" />
            {t('common:action.tryAgain')}
          </Button>
        </>
      )}
    </Card>
  );
}
