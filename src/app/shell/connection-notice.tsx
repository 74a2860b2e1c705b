import { CloudOff, RefreshCw, WifiOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import { isCall, type OfflineEvent } from '@/entities/offline/offline-event';
import { useUnsentEvents } from '@/entities/offline/queue-state';
import { useFormat } from '@/lib/format-context';
import { loadNamespaces } from '@/lib/i18n';
import { applyUpdate, useUpdateReady } from '@/lib/service-worker';
import { refreshStaleData, useStaleness } from '@/lib/stale-data';
import { useOnline } from '@/lib/use-online';

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
function Unsent({ events, age }: { events: readonly OfflineEvent[]; age: string | null }) {
  const { t } = useTranslation('shell');
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const count = events.length;
  const isPunches = events.every((event) => event.kind !== 'quantity' && !isCall(event));
  return (
    <div className={BAR}>
      <WifiOff aria-hidden="true" className={ICON} />
      <p className="min-w-0 flex-1">
        {!online && <strong className="font-[620]">{t('unsent.noSignal')} </strong>}
        {t(isPunches ? 'unsent.count' : 'unsent.items', { count })}{' '}
        <span className="block">{t('unsent.saved')}</span>
        {age}
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

function Connection() {
  const { t } = useTranslation(['shell', 'common']);
  const { dateTime } = useFormat();
  const online = useOnline();
  const { staleSince, isUnanswered } = useStaleness();
  const unsent = useUnsentEvents();
  const age = staleSince === null ? null : t('asOf', { time: dateTime(staleSince) });
  if (unsent.length > 0) return <Unsent events={unsent} age={age} />;
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
  if (staleSince === null && !isUnanswered) return null;
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
