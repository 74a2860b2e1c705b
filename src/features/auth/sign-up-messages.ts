import { type Failure, failureOf, isTimeout } from '@/features/auth/auth-messages';
import { NoUserCreated } from '@/features/auth/no-user-created';
import { text } from '@/lib/translation';

const isTaken = ({ message }: Failure): boolean => /already|exists/i.test(message);

/** Toast 'Sign up failed': Reading A. */
export function signUpToast(cause: unknown): string {
  if (cause instanceof NoUserCreated) return text('auth:error.noUser');
  const failure = failureOf(cause);
  if (!failure.answered) return text('auth:error.unexpectedSignUp');
  if (isTaken(failure)) return text('auth:error.exists');
  if (/password/i.test(failure.message)) return text('auth:error.weakPassword');
  if (failure.status === 422) return text('auth:error.invalidEmail');
  if (failure.status === 429) return text('auth:error.tooManySignUps');
  if (isTimeout(failure)) return text('auth:error.timeout');
  return failure.message;
}

/** Message on the register screen: Reading B. */
export function signUpNotice(cause: unknown): string {
  if (cause instanceof NoUserCreated) return text('auth:error.noUser');
  const failure = failureOf(cause);
  if (!failure.answered) return text('auth:error.unexpected');
  if (isTimeout(failure)) return text('auth:error.requestTimeout');
  if (isTaken(failure)) return text('auth:error.existsShort');
  return failure.message;
}
