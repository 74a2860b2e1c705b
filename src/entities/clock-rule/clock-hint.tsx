import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { useViewer } from '@/entities/viewer/use-viewer';
import { loadNamespaces } from '@/lib/i18n';

const ClockHintLine = late(
  async () => {
    const [module] = await Promise.all([
      import('@/entities/clock-rule/clock-hint-line'),
      loadNamespaces(['clock-stops']),
    ]);
    return module;
  },
  { missing: () => null },
);

/** Beside the button that starts the clock: from when it does, or when it stops by itself. */
export function ClockHint() {
  const { clock_rules: rules } = useViewer();
  if (!rules?.from && !rules?.ends_at) return null;
  return (
    <Suspense>
      <ClockHintLine rules={rules} />
    </Suspense>
  );
}
