import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { ToStart } from '@/app/to-start';
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
    return isRecovering ? <Navigate to="/auth/reset-password" replace /> : <ToStart />;
  }
  if (status === 'second-factor') return <Navigate to="/auth/login" replace />;
  return children;
}
