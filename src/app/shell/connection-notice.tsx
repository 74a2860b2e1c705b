import { CloudOff, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { useFormat } from '@/lib/format-context';
import { refreshStaleData, useStaleSince } from '@/lib/stale-data';
import { useOnline } from '@/lib/use-online';

const BAR =
  'flex min-h-11 items-center gap-2.5 border-b bg-attention-soft px-3.5 py-1 text-sm md:px-7';

/** Says why nothing moves and how old the screen is; announced when the connection goes. */
export function ConnectionNotice() {
  const { t } = useTranslation(['shell', 'common']);
  const { dateTime } = useFormat();
  const online = useOnline();
  const staleSince = useStaleSince();
  return (
    <div role="status" data-print="hide" className="sticky top-(--top-bar-height) z-20">
      {!online ? (
        <p className={BAR}>
          <WifiOff aria-hidden="true" className="size-4 shrink-0 text-attention-strong" />
          {t('offline')}
        </p>
      ) : (
        staleSince !== null && (
          <div className={BAR}>
            <CloudOff aria-hidden="true" className="size-4 shrink-0 text-attention-strong" />
            <p className="min-w-0 flex-1">{t('stale', { time: dateTime(staleSince) })}</p>
            <Button size="small" variant="ghost" onClick={() => void refreshStaleData()}>
              {t('common:action.tryAgain')}
            </Button>
          </div>
        )
      )}
    </div>
  );
}
