import { CircleCheck, CloudOff, RefreshCw, WifiOff } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import { countByName, type OfflineEvent } from '@/entities/offline/offline-event';
import { useAllSentAt, useUnsentEvents } from '@/entities/offline/queue-state';
import { useFormat } from '@/lib/format-context';
import { loadNamespaces } from '@/lib/i18n';
import { serverNow } from '@/lib/server-clock';
import { applyUpdate, useUpdateReady } from '@/lib/service-worker';
import { refreshStaleData, useStaleness } from '@/lib/stale-data';
import { useOnline } from '@/lib/use-online';
import { useTranslation } from '@/lib/use-translation';

const UnsentList = lateDialog(async () => {
  const [module] = await Promise.all([
    import('@/app/shell/unsent-list'),
    loadNamespaces(['offline', 'errors']),
  ]);
  return module;
});

const BAR =
  'flex min-h-11 items-center gap-2.5 border-b bg-attention-soft px-3.5 py-1 text-sm md:px-7';
const ICON = 'size-4 shrink-0 text-attention-strong';

/** What this phone still has to tell the office, and where to see it. */
function Unsent({ events }: { events: readonly OfflineEvent[] }) {
  const { t } = useTranslation(['shell', 'common']);
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const format = useFormat();
  const items = countByName(events).map(([name, count]) =>
    t(`common:queue.item.${name}`, { count }),
  );
  return (
    <div className={BAR}>
      <WifiOff aria-hidden="true" className={ICON} />
      <p className="min-w-0 flex-1">
        {!online && <strong className="font-[620]">{t('unsent.noSignal')} </strong>}
        {t('common:queue.notSentItems', { items: format.list(items) })}
      </p>
      <Button size="small" variant="ghost" onClick={() => setOpen(true)}>
        {t('unsent.list')}
      </Button>
      {open && (
        <Suspense>
          <UnsentList onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Long enough to be seen by somebody who looks up at the next step. */
const ALL_SENT_MS = 8000;

/** What waited has reached the office: said once, then it goes. */
function AllSent({ at }: { at: number }) {
  const { t } = useTranslation('common');
  const { time } = useFormat();
  // By the clock of the server: that of a phone may be two hours off.
  const [sentAt] = useState(() => at + serverNow() - Date.now());
  const [isOver, setOver] = useState(() => Date.now() - at > ALL_SENT_MS);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(0, at + ALL_SENT_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);
  if (isOver) return null;
  return (
    <p className="flex min-h-11 items-center gap-2.5 border-b bg-success-soft px-3.5 py-1 text-sm md:px-7">
      <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success-strong" />
      {t('queue.allSentAt', { time: time(new Date(sentAt).toISOString()) })}
    </p>
  );
}

function Connection() {
  const { t } = useTranslation(['shell', 'common']);
  const { dateTime } = useFormat();
  const online = useOnline();
  const { staleSince, isUnanswered } = useStaleness();
  const unsent = useUnsentEvents();
  const allSentAt = useAllSentAt();
  const age = staleSince === null ? null : t('asOf', { time: dateTime(staleSince) });
  if (unsent.length > 0) return <Unsent events={unsent} />;
  if (!online) {
    return (
      <p className={BAR}>
        <WifiOff aria-hidden="true" className={ICON} />
        <span>
          {t('offline')} {age}
        </span>
      </p>
    );
  }
  if (staleSince === null && !isUnanswered) {
    return allSentAt === null ? null : <AllSent key={allSentAt} at={allSentAt} />;
  }
  return (
    <div className={BAR}>
      <CloudOff aria-hidden="true" className={ICON} />
      <p className="min-w-0 flex-1">
        {staleSince === null ? t('noAnswer') : t('stale', { time: dateTime(staleSince) })}
      </p>
      <Button size="small" variant="ghost" onClick={() => void refreshStaleData()}>
        {t('common:action.tryAgain')}
      </Button>
    </div>
  );
}

/** Says why nothing moves, what is not sent and how old the screen is; announced when it changes. */
export function ConnectionNotice() {
  const { t } = useTranslation('shell');
  const updateReady = useUpdateReady();
  return (
    <div role="status" data-print="hide" className="sticky top-(--top-bar-height) z-20">
      <Connection />
      {updateReady && (
        <div className={BAR}>
          <RefreshCw aria-hidden="true" className={ICON} />
          <p className="min-w-0 flex-1">{t('update.ready')}</p>
          <Button size="small" variant="ghost" onClick={applyUpdate}>
            {t('update.reload')}
          </Button>
        </div>
      )}
    </div>
  );
}
