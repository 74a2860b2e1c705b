import { type ComponentType, useEffect, useState } from 'react';
import { firstToast } from '@/lib/toast';

const RETRY_MS = 5000;
/** Before someone is likely to need one; a toast that comes first is not made to wait. */
const FIRST_SCREEN_MS = 1000;

/** Drawn after the first screen, which is not made to wait for it. Toasts sent until then are kept. */
export function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    let left = false;
    let loading = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function load(): Promise<void> {
      if (left || loading) return;
      loading = true;
      try {
        const toaster = await import('@/components/ui/toaster');
        setToaster(() => toaster.Toaster);
      } catch {
        // No signal, most likely.
        loading = false;
        timer = setTimeout(load, RETRY_MS);
      }
    }
    timer = setTimeout(load, FIRST_SCREEN_MS);
    void firstToast.then(load);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, []);
  return Toaster ? <Toaster /> : null;
}
