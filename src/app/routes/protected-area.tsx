import '@/styles/shell.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { CompanyArea } from '@/app/company-area';
import { AppShell } from '@/app/shell/app-shell';
import { SessionExpiredDialog } from '@/app/shell/session-expired-dialog';
import { ViewerProvider } from '@/app/viewer-provider';
import { ErrorState } from '@/components/shared/error-state';
import { FullPageSpinner } from '@/components/shared/full-page-spinner';
import { useSession } from '@/entities/session/use-session';
import { viewerQuery } from '@/entities/viewer/viewer';
import { loadNamespaces } from '@/lib/i18n';
import { wantToasts } from '@/lib/toast';
import { whenIdle } from '@/lib/when-idle';

/** Loads who is looking, then draws the shell. The session check alone shows a spinner. */
export function SignedInShell({ userId, children }: { userId: string; children: ReactNode }) {
  const { data, error, refetch } = useQuery(viewerQuery(userId));
  // What is said in passing follows the screen, and what only the office can be refused.
  useEffect(() => {
    void whenIdle().then(() => {
      wantToasts();
      return loadNamespaces(['refusals']);
    });
  }, []);
  // An answer is drawn in one go, however long that takes; what is deferred, in slices.
  const known = useDeferredValue(data !== undefined, false);
  // Not isSuccess: a refresh that fails must not take the screen away.
  if (data && known) {
    return (
      <ViewerProvider>
        <AppShell>{children}</AppShell>
        <SessionExpiredDialog />
      </ViewerProvider>
    );
  }
  if (!error) return <FullPageSpinner />;
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState error={error} onRetry={() => void refetch()} />
    </main>
  );
}

/** Everything but /auth/* needs a signed-in user. */
export function Component() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'loading') return <FullPageSpinner />;
  if (session.status === 'signed-out' || session.status === 'second-factor') {
    const from = location.pathname + location.search;
    return <Navigate to="/auth/login" replace state={{ from }} />;
  }
  return (
    <SignedInShell userId={session.user.id}>
      <CompanyArea />
    </SignedInShell>
  );
}
