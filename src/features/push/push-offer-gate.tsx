import { Suspense, useState } from 'react';
import { late } from '@/components/shared/late';
import { useViewer } from '@/entities/viewer/use-viewer';
import { loadNamespaces } from '@/lib/i18n';

const PushOffer = late(async () => {
  const [module] = await Promise.all([
    import('@/features/push/push-offer'),
    loadNamespaces(['push']),
  ]);
  return { default: module.PushOffer };
});

const STORAGE_KEY = 'chalkline.push-offer';

/** To whoever is on the clock, until they say no on this device. Its code is loaded for nobody else. */
export function PushOfferGate() {
  const isOnTheClock = Boolean(useViewer().running_entry);
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(STORAGE_KEY) !== null);
  if (!isOnTheClock || isDismissed) return null;
  const dismiss = (): void => {
    localStorage.setItem(STORAGE_KEY, 'dismissed');
    setDismissed(true);
  };
  return (
    <Suspense>
      <PushOffer onDismiss={dismiss} />
    </Suspense>
  );
}
