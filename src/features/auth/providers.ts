import { isAuthError } from '@supabase/auth-js';
import { signUpCode } from '@/lib/sign-up-code';
import { urlFragment } from '@/lib/url-fragment';

/** The line above the buttons, the buttons and what is between, so that nothing moves when they are here. */
export function heightOfButtons(count: number): number {
  return 20 + count * (44 + 10);
}

/** Why a provider did not bring somebody in, as the server's code; null: it was not asked, or did. */
export function refusedProvider(): string | null {
  const { errorCode } = urlFragment;
  return signUpCode.failure ?? (errorCode?.includes('oauth') ? errorCode : null);
}

/** The company wants another way to sign in than a password. */
export function providerFailure(cause: unknown): string | null {
  return isAuthError(cause) && cause.code === 'sso_required' ? cause.code : null;
}
