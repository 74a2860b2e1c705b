import { useSession } from '@/entities/session/use-session';
import { SignInAgainDialog } from '@/features/auth/components/sign-in-again-dialog';

/** Over whatever was on the screen, which stays as it is. */
export function SessionExpiredDialog() {
  const session = useSession();
  if (session.status !== 'expired') return null;
  return <SignInAgainDialog email={session.user.email ?? ''} />;
}
