import { Suspense, useEffect, useState } from 'react';
import { late } from '@/components/shared/late';
import { takeFreshSignIn } from '@/entities/session/fresh-sign-in';
import { useViewer } from '@/entities/viewer/use-viewer';

const AutoStart = late(() => import('@/features/timer/api/auto-start'), { missing: () => null });

/** Few people want the clock to start with the sign-in: only they load what does it. */
export function AutoStartGate() {
  const { employee, preferences, running_entry: running } = useViewer();
  const wanted = preferences?.auto_start_timer === true && employee !== null && running === null;
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (takeFreshSignIn() && wanted) setIsDue(true);
  }, [wanted]);
  return (
    isDue && (
      <Suspense>
        <AutoStart />
      </Suspense>
    )
  );
}
