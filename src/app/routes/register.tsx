import { SignedOutOnly } from '@/app/signed-out-only';
import { RegisterScreen } from '@/features/auth/register-screen';

export function Component() {
  return (
    <SignedOutOnly>
      <RegisterScreen />
    </SignedOutOnly>
  );
}
