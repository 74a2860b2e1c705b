import { VerificationScreen } from '@/features/verification/verification-screen';

export function Component() {
  return <VerificationScreen />;
}
