import { Suspense } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { useUnseenHeld } from '@/features/held-events/use-own-held';
import { loadNamespaces } from '@/lib/i18n';

const HeldDialog = lateDialog(async () => {
  const [module] = await Promise.all([
    import('@/features/held-events/held-dialog'),
    loadNamespaces(['offline', 'errors']),
  ]);
  return module;
});

/** Says on every screen that a punch was not accepted, once for each. */
export function HeldGate() {
  const [unseen, confirm] = useUnseenHeld();
  if (unseen.length === 0) return null;
  return (
    <Suspense>
      <HeldDialog events={unseen} onClose={confirm} />
    </Suspense>
  );
}
