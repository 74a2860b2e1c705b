import { CloudUpload, WifiOff } from 'lucide-react';
import { Tooltip } from '@/components/ui/tooltip';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { useTranslation } from '@/lib/use-translation';

/** A small mark on time from a phone without signal, and on what has not reached the server yet. */
export function OfflineMark({ entry }: { entry: Pick<TimeEntry, 'offline' | 'unsent'> }) {
  const { t } = useTranslation(['timer', 'common']);
  if (!entry.offline && !entry.unsent) return null;
  const words = entry.unsent ? t('common:queue.notSent') : t('offline.mark');
  const Icon = entry.unsent ? CloudUpload : WifiOff;
  return (
    <Tooltip content={words}>
      <span>
        <Icon
          aria-hidden="true"
          className={entry.unsent ? 'size-3.5 text-attention-strong' : 'size-3.5 text-muted'}
        />
        <span className="sr-only">{words}</span>
      </span>
    </Tooltip>
  );
}
