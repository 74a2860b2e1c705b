import { type ComponentType, useEffect, useState } from 'react';

const RETRY_MS = 5000;

/** Drawn after the first screen, which is not made to wait for it. Toasts sent until then are kept. */
export function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined;
    async function load(): Promise<void> {
      try {
        const toaster = await import('@/components/ui/toaster');
        setToaster(() => toaster.Toaster);
      } catch {
        // No signal, most likely.
        retry = setTimeout(load, RETRY_MS);
      }
    }
    void load();
    return () => clearTimeout(retry);
  }, []);
  return Toaster ? <Toaster /> : null;
}
