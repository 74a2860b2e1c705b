import { Suspense } from 'react';
import { MissingDialog, OtherCompanyDialog } from '@/app/shell/companies';
import { late } from '@/components/shared/late';
import { signInName } from '@/entities/session/sign-in-name';
import { useSession } from '@/entities/session/use-session';
import { loadNamespaces } from '@/lib/i18n';

const SignInAgainDialog = late(
  async () => {
    const [module] = await Promise.all([
      import('@/features/auth/components/sign-in-again-dialog'),
      loadNamespaces(['auth']),
    ]);
    return { default: module.SignInAgainDialog };
  },
  { missing: MissingDialog },
);

/** Over whatever was on the screen, which stays as it is. */
export function SessionExpiredDialog() {
  const session = useSession();
  if (session.status === 'other-company') {
    return (
      <Suspense>
        <OtherCompanyDialog />
      </Suspense>
    );
  }
  if (session.status !== 'expired') return null;
  return (
    <Suspense>
      <SignInAgainDialog name={signInName(session.user)} />
    </Suspense>
  );
}
