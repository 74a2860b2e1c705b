import { SignedOutOnly } from '@/app/signed-out-only';
import { ForgotPasswordScreen } from '@/features/auth/forgot-password-screen';

export function Component() {
  return (
    <SignedOutOnly>
      <ForgotPasswordScreen />
    </SignedOutOnly>
  );
}
