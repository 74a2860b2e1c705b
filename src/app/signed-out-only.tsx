import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { FullPageSpinner } from '@/components/shared/full-page-spinner';
import { useSession } from '@/entities/session/use-session';

/** Someone who is signed in has no business on these screens. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  if (status === 'loading') return <FullPageSpinner />;
  if (status === 'signed-in') return <Navigate to="/" replace />;
  if (status === 'second-factor') return <Navigate to="/auth/login" replace />;
  return children;
}
