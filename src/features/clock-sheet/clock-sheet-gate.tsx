import { Suspense, useEffect, useState } from 'react';
import { late } from '@/components/shared/late';
import { useClockMoment } from '@/features/clock-sheet/use-clock-moment';
import { loadNamespaces } from '@/lib/i18n';

const ClockSheet = late(
  async () => {
    const [module] = await Promise.all([
      import('@/features/clock-sheet/clock-sheet'),
      loadNamespaces(['bulletin', 'custom-fields', 'verification']),
    ]);
    return module;
  },
  // The clock never waits for it: it opens as soon as it is here.
  { missing: () => null },
);

/** Nothing on the first screen needs the sheet; it must be there when the signal is gone. */
const LOAD_AFTER_MS = 10_000;

/** Watches the clock and loads the sheet behind it: after a while, or when the clock is used before. */
export function ClockSheetGate() {
  const [moment, done] = useClockMoment();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!ready && !moment) return null;
  return (
    <Suspense>
      <ClockSheet moment={moment} onDone={done} />
    </Suspense>
  );
}
