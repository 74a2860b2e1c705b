import { Suspense, useState } from 'react';
import { late } from '@/components/shared/late';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { loadNamespaces } from '@/lib/i18n';

const STORAGE_KEY = 'chalkline.plain-http';

const PlainHttpNotice = late(
  async () => {
    const [module] = await Promise.all([
      import('@/app/shell/plain-http-notice'),
      loadNamespaces(['plain-http']),
    ]);
    return module;
  },
  { missing: () => null },
);

/**
 * Over plain HTTP browsers withhold half of what the app can do, without a word. Those who can have it
 * changed learn of it, until they say that they know. The machine itself counts as secure.
 */
export function PlainHttpGate() {
  const isPrivileged = useIsPrivileged();
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(STORAGE_KEY) !== null);
  if (window.isSecureContext !== false || !isPrivileged || isDismissed) return null;
  const dismiss = (): void => {
    localStorage.setItem(STORAGE_KEY, 'dismissed');
    setDismissed(true);
  };
  return (
    <Suspense>
      <PlainHttpNotice onDismiss={dismiss} />
    </Suspense>
  );
}
