import { Play } from 'lucide-react';
import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { Button } from '@/components/ui/button';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { Skeleton } from '@/components/ui/skeleton';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { useViewer } from '@/entities/viewer/use-viewer';
import { RunningPill } from '@/features/timer/components/running-pill';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

const TimerPanel = late(() => import('@/features/timer/components/timer-panel'));

/** Nobody can be on the clock of no company; the press says what comes first. */
function StartWithoutCompany() {
  const { t } = useTranslation('timer');
  return (
    <Button
      onClick={() => toast.error(t('noEmployee.title'), { description: t('noEmployee.text') })}
    >
      <Play aria-hidden="true" className="max-[379px]:hidden" />
      {t('start')}
    </Button>
  );
}

export interface TimerControlProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The top bar's clock: Start Timer with its small panel, or the running pill with Stop and Switch. */
export function TimerControl({ open, onOpenChange }: TimerControlProps) {
  const { t } = useTranslation('timer');
  const running = useRunningEntry();
  const { employee } = useViewer();
  if (!employee) return <StartWithoutCompany />;
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      {running ? (
        <RunningPill entry={running} />
      ) : (
        <PopoverTrigger asChild>
          <Button variant="primary">
            <Play aria-hidden="true" className="max-[379px]:hidden" />
            {t('start')}
          </Button>
        </PopoverTrigger>
      )}
      <PopoverContent
        align="end"
        aria-label={running ? t('switchTitle') : t('panel')}
        className="w-[min(360px,calc(100vw-16px))] p-4"
      >
        <Suspense fallback={<Skeleton className="h-64" />}>
          <TimerPanel onDone={() => onOpenChange(false)} />
        </Suspense>
      </PopoverContent>
    </Popover>
  );
}
