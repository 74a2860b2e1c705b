import { useQuery } from '@tanstack/react-query';
import { RotateCw, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { discardEvents, retryRefused } from '@/entities/offline/event-queue';
import { type Queued, useQueued } from '@/entities/offline/queue-state';
import { QueueStateBadge } from '@/entities/offline/queue-state-badge';
import { readFile } from '@/entities/offline/queue-store';
import { sendAttachments } from '@/entities/offline/send-events';
import { useBlobUrl } from '@/entities/photo/photo-image';
import { useSession } from '@/entities/session/use-session';
import { AppError, errorText } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';

const SHOWN = 12;

function Preview({ event: { id, payload } }: Queued) {
  const userId = useSession().user?.id ?? '';
  const { data: file } = useQuery({
    queryKey: [queryKeys.queuedFiles, userId, id],
    queryFn: async () => (await readFile<Blob>(userId, id)) ?? null,
    staleTime: Infinity,
    enabled: payload.photo?.type.startsWith('image/') ?? false,
    networkMode: 'always',
  });
  const url = useBlobUrl(file ?? undefined);
  return (
    <span className="block size-12 shrink-0 overflow-hidden rounded-small bg-sunken">
      {url && <img src={url} alt="" className="size-full object-cover" />}
    </span>
  );
}

function Refused(queued: Queued) {
  const { t } = useTranslation(['photos', 'common']);
  const userId = useSession().user?.id ?? '';
  const { id, payload, problem = 'unexpected' } = queued.event;
  const name = payload.photo?.name ?? '';
  return (
    <li className="flex items-center gap-3 py-2 text-sm">
      <Preview {...queued} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-[550]">{name}</p>
        <p className="text-danger">{errorText(new AppError(problem))}</p>
      </div>
      <QueueStateBadge state={queued.state} />
      <Button
        size="icon"
        variant="ghost"
        aria-label={t('upload.discard', { name })}
        onClick={() => void discardEvents(userId, new Set([id]))}
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </li>
  );
}

/** What is left to send from this device, and what could not be sent. */
export function UploadCard() {
  const { t } = useTranslation(['photos', 'common']);
  const userId = useSession().user?.id ?? '';
  const photos = useQueued('photo');
  if (photos.length === 0) return null;
  const refused = photos.filter(({ state }) => state === 'refused');
  const open = photos.filter(({ state }) => state !== 'refused');
  const isSending = open.some(({ state }) => state === 'sending');
  const total = open.reduce((sum, { event }) => sum + (event.payload.photo?.size ?? 0), 0);
  const sent = open.reduce((sum, queued) => sum + queued.sent, 0);
  const left = t('common:queue.photos', { count: open.length });
  const retry = async (): Promise<void> => {
    await retryRefused(userId, new Set(refused.map(({ event }) => event.id)));
    await sendAttachments();
  };
  return (
    <Card className="mb-4 px-4 py-3" role="status">
      {open.length > 0 && (
        <div className="grid gap-2">
          <p className="flex flex-wrap justify-between gap-x-3 text-sm">
            <span className="font-[620]">{left}</span>
            <QueueStateBadge state={isSending ? 'sending' : 'waiting'} />
          </p>
          <Progress value={total === 0 ? 0 : (sent / total) * 100} label={left} />
          <div className="flex gap-1 overflow-hidden" aria-hidden="true">
            {open.slice(0, SHOWN).map((queued) => (
              <Preview key={queued.event.id} {...queued} />
            ))}
          </div>
        </div>
      )}
      {refused.length > 0 && (
        <>
          <ul className="divide-y">
            {refused.map((queued) => (
              <Refused key={queued.event.id} {...queued} />
            ))}
          </ul>
          <Button size="small" className="mt-2" onClick={() => void retry()}>
            <RotateCw aria-hidden="true" />
            {t('common:action.tryAgain')}
          </Button>
        </>
      )}
    </Card>
  );
}
