import { Pause, Play, Upload, X } from 'lucide-react';
import { useRef } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Progress } from '@/components/ui/progress';
import { type BaseMapState, useCancelUpload } from '@/features/settings/api/base-map';
import { type SendingMap, useMapUpload } from '@/features/settings/use-map-upload';
import { errorText } from '@/lib/errors';
import { fileSize } from '@/lib/file-size';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface ProgressLineProps {
  sending: SendingMap;
  onPause: (isPaused: boolean) => void;
  onCancel: () => void;
}

function ProgressLine({ sending, onPause, onCancel }: ProgressLineProps) {
  const { t } = useTranslation('system');
  const format = useFormat();
  const { fileName, sentBytes, totalBytes, isPaused, isBroken } = sending;
  const isChecking = sentBytes === totalBytes;
  const label = t(isChecking ? 'baseMap.checking' : 'baseMap.sending', {
    file: fileName,
    sent: fileSize(sentBytes, format),
    total: fileSize(totalBytes, format),
  });
  return (
    <div className="grid gap-2">
      <p className="break-words font-[550] text-sm">{label}</p>
      <Progress value={(sentBytes / totalBytes) * 100} label={label} />
      {isBroken ? (
        <Notice tone="attention">{t('baseMap.broken')}</Notice>
      ) : (
        <p className="text-muted text-sm">{t('baseMap.stay')}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onPause(!isPaused)} disabled={isChecking}>
          {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          {t(isPaused ? 'baseMap.resume' : 'baseMap.pause')}
        </Button>
        <Button size="small" onClick={onCancel}>
          <X aria-hidden="true" />
          {t('baseMap.cancel')}
        </Button>
      </div>
    </div>
  );
}

/** Sends a map.pmtiles, goes on with one that was begun, or drops it. */
export function BaseMapUpload({ state }: { state: BaseMapState }) {
  const { t } = useTranslation(['system', 'errors']);
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const { sending, error, start, stop, setPaused } = useMapUpload();
  const cancel = useCancelUpload();
  const { upload, freeBytes, map } = state;
  const drop = () => {
    stop();
    cancel.mutate();
  };
  if (sending) return <ProgressLine sending={sending} onPause={setPaused} onCancel={drop} />;
  return (
    <div className="grid gap-3">
      {error && <Notice tone="danger">{errorText(error)}</Notice>}
      {upload && (
        <Notice tone="attention">
          {t('baseMap.unfinished', {
            file: upload.fileName,
            sent: fileSize(upload.offsetBytes, format),
            total: fileSize(upload.lengthBytes, format),
          })}
        </Notice>
      )}
      <input
        ref={input}
        type="file"
        accept=".pmtiles"
        hidden
        aria-label={t('baseMap.choose')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void start(file, upload);
          event.target.value = '';
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" onClick={() => input.current?.click()}>
          <Upload aria-hidden="true" />
          {t(map ? 'baseMap.replace' : 'baseMap.choose')}
        </Button>
        {upload && (
          <Button size="small" busy={cancel.isPending} onClick={drop}>
            {t('baseMap.cancel')}
          </Button>
        )}
        <span className="text-muted text-sm">
          {t('baseMap.free', { size: fileSize(freeBytes, format) })}
        </span>
      </div>
    </div>
  );
}
