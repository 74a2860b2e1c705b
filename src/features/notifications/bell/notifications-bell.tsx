import { Bell } from 'lucide-react';
import { Suspense, useState } from 'react';
import { late } from '@/components/shared/late';
import { Button } from '@/components/ui/button';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { Skeleton } from '@/components/ui/skeleton';
import { BellCount } from '@/features/notifications/bell/bell-count';
import { useTranslation } from '@/lib/use-translation';

const BellPanel = late(() => import('@/features/notifications/bell/bell-panel'));

/** Default export because the top bar loads it late. */
export default function NotificationsBell({ employeeId }: { employeeId: string }) {
  const { t } = useTranslation('bell');
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild onPointerEnter={BellPanel.prefetch} onFocus={BellPanel.prefetch}>
        <Button variant="ghost" size="icon" className="relative">
          <Bell aria-hidden="true" className="size-5!" />
          <span className="sr-only">{t('title')}</span>
          <BellCount employeeId={employeeId} />
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label={t('title')}
        className="flex max-h-[min(36rem,78dvh)] w-[min(26rem,calc(100vw-16px))] flex-col overflow-hidden p-0"
      >
        <Suspense fallback={<Skeleton className="m-4 h-64" />}>
          <BellPanel employeeId={employeeId} onClose={() => setOpen(false)} />
        </Suspense>
      </PopoverContent>
    </Popover>
  );
}
