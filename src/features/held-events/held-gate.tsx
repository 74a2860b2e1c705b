import { lazy, Suspense } from 'react';
import { useUnseenHeld } from '@/features/held-events/use-own-held';
import { loadNamespaces } from '@/lib/i18n';

const HeldDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('@/features/held-events/held-dialog'),
    loadNamespaces(['offline']),
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
