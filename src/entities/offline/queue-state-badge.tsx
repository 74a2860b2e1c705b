import { CircleAlert, Clock, CloudUpload } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { QueueState } from '@/entities/offline/queue-state';
import { useTranslation } from '@/lib/use-translation';

const ICONS = { waiting: Clock, sending: CloudUpload, refused: CircleAlert };

/** The state of something that was not sent yet, the same on every screen. */
export function QueueStateBadge({ state }: { state: QueueState }) {
  const { t } = useTranslation();
  const Icon = ICONS[state];
  return (
    <Badge tone={state === 'refused' ? 'danger' : 'neutral'}>
      <Icon aria-hidden="true" className="size-3.5" />
      {t(`queue.${state}`)}
    </Badge>
  );
}
