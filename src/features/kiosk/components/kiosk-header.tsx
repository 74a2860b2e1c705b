import { useTranslation } from 'react-i18next';
import { Wordmark } from '@/components/shared/wordmark';
import { Button } from '@/components/ui/button';
import type { Kiosk } from '@/features/kiosk/api/queries';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { useNowSeconds } from '@/lib/use-now';

export function KioskHeader({ kiosk, onLanguage }: { kiosk: Kiosk; onLanguage: () => void }) {
  const { t } = useTranslation('kiosk');
  const format = useFormat();
  useNowSeconds();
  const now = new Date(serverNow()).toISOString();
  return (
    <header className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b px-6 py-3 max-sm:px-4">
      <Wordmark size="large" />
      <div className="mr-auto min-w-0 border-l pl-5 max-sm:hidden">
        <p className="truncate font-[620] text-md">{kiosk.project_name ?? kiosk.company_name}</p>
        <p className="truncate text-muted text-sm">
          {kiosk.name} · {kiosk.company_name}
        </p>
      </div>
      <Button size="large" className="max-sm:ml-auto" onClick={onLanguage}>
        {t('otherLanguage')}
      </Button>
      <div className="text-right">
        <p className="tabular font-[680] text-stat">{format.time(now)}</p>
        <p className="text-muted text-sm max-sm:hidden">{format.dateOfInstant(now)}</p>
      </div>
    </header>
  );
}
