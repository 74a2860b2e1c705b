import { Check, CloudOff } from 'lucide-react';
import { Wordmark } from '@/components/shared/wordmark';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { Kiosk } from '@/features/kiosk/api/queries';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { useNowSeconds } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

export interface KioskHeaderProps {
  kiosk: Kiosk;
  /** Punches this tablet has not sent yet. */
  waiting: number;
  onLanguage: () => void;
}

export function KioskHeader({ kiosk, waiting, onLanguage }: KioskHeaderProps) {
  const { t } = useTranslation(['kiosk', 'common']);
  const format = useFormat();
  useNowSeconds();
  const now = new Date(serverNow()).toISOString();
  return (
    <header className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b px-6 py-3 max-sm:px-4">
      <Wordmark size="large" />
      <div className="min-w-0 flex-1 basis-0 border-l pl-5 max-sm:hidden">
        <p className="truncate font-[620] text-md">{kiosk.project_name ?? kiosk.company_name}</p>
        <p className="truncate text-muted text-sm">
          {kiosk.name} · {kiosk.company_name}
        </p>
      </div>
      <Badge
        tone={waiting > 0 ? 'attention' : 'neutral'}
        className={cn('max-sm:ml-auto', waiting === 0 && 'max-lg:hidden')}
      >
        {waiting > 0 ? (
          <CloudOff className="size-3.5" aria-hidden="true" />
        ) : (
          <Check className="size-3.5" aria-hidden="true" />
        )}
        {waiting > 0 ? t('common:queue.punches', { count: waiting }) : t('common:queue.allSent')}
      </Badge>
      <Button size="large" onClick={onLanguage}>
        {t('otherLanguage')}
      </Button>
      <div className="text-right">
        <p className="tabular font-[680] text-stat">{format.time(now)}</p>
        <p className="text-muted text-sm max-sm:hidden">{format.dateOfInstant(now)}</p>
      </div>
    </header>
  );
}
