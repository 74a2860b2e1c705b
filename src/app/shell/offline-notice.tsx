import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '@/lib/use-online';

/** Says why nothing moves; announced when the signal goes. */
export function OfflineNotice() {
  const { t } = useTranslation('shell');
  const online = useOnline();
  return (
    <div role="status" data-print="hide" className="sticky top-(--top-bar-height) z-20">
      {!online && (
        <p className="flex items-center gap-2.5 border-b bg-attention-soft px-3.5 py-2.5 text-sm md:px-7">
          <WifiOff aria-hidden="true" className="size-4 shrink-0 text-attention-strong" />
          {t('offline')}
        </p>
      )}
    </div>
  );
}
