import { Suspense } from 'react';
import { Navigate, useLocation } from 'react-router';
import { ToStart } from '@/app/to-start';
import { FullPageSpinner } from '@/components/shared/full-page-spinner';
import { late } from '@/components/shared/late';
import { useSession } from '@/entities/session/use-session';
import { safeReturnPath } from '@/features/auth/safe-return-path';
import { SignInScreen } from '@/features/auth/sign-in-screen';
import { signUpCode } from '@/lib/sign-up-code';
import { urlFragment } from '@/lib/url-fragment';

const SecondFactorScreen = late(() => import('@/features/auth/second-factor-screen'));

export function Component() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'loading') return <FullPageSpinner />;
  if (session.status === 'second-factor') {
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <SecondFactorScreen />
      </Suspense>
    );
  }
  if (session.status === 'signed-in') {
    // Signed up without this app: whoever did has chosen the password, not the reader of the mail.
    if (urlFragment.hasAccessToken && urlFragment.type === 'signup' && !urlFragment.isSpent) {
      return <Navigate to="/auth/reset-password" replace />;
    }
    // Over the pages of a provider the state is lost, and only the address stays.
    const wanted =
      (location.state as { from?: unknown } | null)?.from ??
      new URLSearchParams(location.search).get('from');
    const path = safeReturnPath(wanted);
    return path === '/' ? <ToStart /> : <Navigate to={path} replace />;
  }
  if (signUpCode.confirmedElsewhere) return <Navigate to="/auth/forgot-password" replace />;
  return <SignInScreen />;
}
