import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { FullPageSpinner } from '@/components/shared/full-page-spinner';
import { useSession } from '@/entities/session/use-session';
import { urlFragment } from '@/lib/url-fragment';

/** Someone who is signed in has no business on these screens. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  if (status === 'loading') return <FullPageSpinner />;
  if (status === 'signed-in') {
    // By the code of a mail: the new password is still to be chosen.
    const isRecovering = urlFragment.type === 'recovery' && !urlFragment.isSpent;
    return <Navigate to={isRecovering ? '/auth/reset-password' : '/'} replace />;
  }
  if (status === 'second-factor') return <Navigate to="/auth/login" replace />;
  return children;
}
