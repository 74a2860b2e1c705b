import { Suspense } from 'react';
import { Navigate } from 'react-router';
import { FullPageSpinner } from '@/components/shared/full-page-spinner';
import { late } from '@/components/shared/late';
import { useSession } from '@/entities/session/use-session';
import { InvalidLink } from '@/features/auth/components/invalid-link';
import { ResetPasswordScreen } from '@/features/auth/reset-password-screen';
import { urlFragment } from '@/lib/url-fragment';

const SecondFactorScreen = late(() => import('@/features/auth/second-factor-screen'));

/** Only with an access token or an invitation in the fragment this page was opened with. */
export function Component() {
  const session = useSession();
  // Signed out to sign in with the new password: nothing is wrong with the link.
  if (urlFragment.isSpent && session.status === 'signed-out') {
    return <Navigate to="/auth/login" replace />;
  }
  if (urlFragment.inviteToken) return <ResetPasswordScreen />;
  // A link that did its work is not invalid, however often this is drawn before the next screen.
  if (!urlFragment.hasAccessToken && !urlFragment.isSpent) return <InvalidLink />;
  if (session.status === 'loading') return <FullPageSpinner />;
  if (session.status === 'signed-out') return <InvalidLink />;
  if (session.status === 'second-factor') {
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <SecondFactorScreen />
      </Suspense>
    );
  }
  return <ResetPasswordScreen />;
}
