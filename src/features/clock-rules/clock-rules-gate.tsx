import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { useViewer } from '@/entities/viewer/use-viewer';
import { loadNamespaces } from '@/lib/i18n';

const ClockRulesHost = late(
  async () => {
    const [module] = await Promise.all([
      import('@/features/clock-rules/clock-rules-host'),
      loadNamespaces(['clock-stops']),
    ]);
    return module;
  },
  // A refusal is said by a toast as well.
  { missing: () => null },
);

const NO_RULES = { from: null, edge: false, ends_at: null, stop: null };

/** What the rules of the clock mean for the person; only where the company has any, or certificates that may stop it. */
export function ClockRulesGate() {
  const { clock_rules: rules, certificates } = useViewer();
  if (!rules && !certificates) return null;
  return (
    <Suspense>
      <ClockRulesHost rules={rules ?? NO_RULES} />
    </Suspense>
  );
}
