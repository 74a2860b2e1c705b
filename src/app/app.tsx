import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { createAppRouter } from '@/app/router';
import { createLatePart } from '@/lib/late-part';
import { queryClient } from '@/lib/query-client';
import { toastsWanted } from '@/lib/toast';

const toaster = createLatePart(async () => (await import('@/components/ui/toaster')).Toaster);

/** What is said before its code is here waits for it. */
function LateToaster() {
  const Toaster = useSyncExternalStore(toaster.subscribe, toaster.current);
  return Toaster ? <Toaster /> : null;
}

export function App({ router }: { router: ReturnType<typeof createAppRouter> }) {
  const [speaks, setSpeaks] = useState(false);
  useEffect(() => void toastsWanted.then(() => setSpeaks(true)), []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      {/* There from the beginning: a screen reader announces only what comes into such a region. */}
      <div aria-live="polite">{speaks && <LateToaster />}</div>
    </QueryClientProvider>
  );
}
