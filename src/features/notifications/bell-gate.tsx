import { Suspense, useEffect, useState } from 'react';
import { late } from '@/components/shared/late';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { cn } from '@/lib/class-names';
import { whenIdle } from '@/lib/when-idle';

const NotificationsBell = late(() => import('@/features/notifications/bell/notifications-bell'), {
  missing: () => null,
});

/** The bell's place in the top bar. It is not needed to work, and follows when the first screen stands. */
export function BellGate({ besideMenu }: { besideMenu: boolean }) {
  const isRunning = useRunningEntry() !== null;
  const employeeId = useEmployee()?.id;
  const [isIdle, setIdle] = useState(false);
  useEffect(() => void whenIdle().then(() => setIdle(true)), []);
  if (!employeeId) return null;
  return (
    // At 320 px, menu, running clock and account fill the bar: the clock goes first.
    <div className={cn('touch-target size-9', besideMenu && isRunning && 'max-[339px]:hidden')}>
      <Suspense>{isIdle && <NotificationsBell employeeId={employeeId} />}</Suspense>
    </div>
  );
}
