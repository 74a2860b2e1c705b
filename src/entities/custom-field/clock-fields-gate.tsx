import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { useAsksAtClock } from '@/entities/running-entry/use-clock-in';
import { withTexts } from '@/lib/with-texts';

const ClockFieldsHost = late(
  async () =>
    (await withTexts(import('@/entities/custom-field/clock-fields-host'), 'custom-fields')).default,
  // The clock starts without it, and the office sees what is missing.
  { missing: () => null },
);

/** Companies that ask nothing before the clock load nothing for it. */
export function ClockFieldsGate() {
  return (
    useAsksAtClock() && (
      <Suspense>
        <ClockFieldsHost />
      </Suspense>
    )
  );
}
