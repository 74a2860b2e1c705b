import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { changeEvents, discardEvents } from '@/entities/offline/event-queue';
import type { OfflineEvent } from '@/entities/offline/offline-event';
import { sendEvents } from '@/entities/offline/send-events';
import { useSession } from '@/entities/session/use-session';
import { AppError, errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** Sent again without what it was based on: this phone's version stays. */
const insisting = ({ problem: _, ...event }: OfflineEvent): OfflineEvent => ({
  ...event,
  payload: { ...event.payload, args: { ...event.payload.args, based_on_param: null } },
});

/** What waited on this phone and was not accepted: somebody else changed the same, or answered first. */
export function RefusedCalls({ events }: { events: readonly OfflineEvent[] }) {
  const { t } = useTranslation('tickets');
  const userId = useSession().user?.id ?? '';
  const ids = new Set(events.map(({ id }) => id));
  const isConflict = events.every(({ problem }) => problem === 'changed_meanwhile');
  const keepMine = async () => {
    await changeEvents(userId, ids, insisting);
    await sendEvents();
  };
  return (
    <Notice
      tone="danger"
      title={t(isConflict ? 'conflict.title' : 'conflict.refused')}
      action={
        <span className="flex flex-wrap gap-2">
          {isConflict && (
            <Button size="small" onClick={() => void keepMine()}>
              {t('conflict.mine')}
            </Button>
          )}
          <Button size="small" onClick={() => void discardEvents(userId, ids)}>
            {t(isConflict ? 'conflict.theirs' : 'conflict.discard')}
          </Button>
        </span>
      }
    >
      {isConflict
        ? t('conflict.text')
        : errorText(new AppError(events[0]?.problem ?? 'unexpected'))}
    </Notice>
  );
}
