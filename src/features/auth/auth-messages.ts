import { isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js';
import i18next from 'i18next';
import { NoUserCreated } from '@/features/auth/no-user-created';

interface Failure {
  message: string;
  status: number | undefined;
  /** The server answered; otherwise the request never got through or our own code broke. */
  answered: boolean;
}

function failureOf(cause: unknown): Failure {
  if (!isAuthError(cause)) return { message: '', status: undefined, answered: false };
  // The client does not read the body of a failing gateway or server, so there are no words to show.
  const unread = isAuthRetryableFetchError(cause) && cause.status !== 504;
  return { message: cause.message, status: cause.status, answered: !unread };
}

const isTimeout = ({ message, status }: Failure): boolean =>
  status === 504 || /timeout|timed out/i.test(message);

const isTaken = ({ message }: Failure): boolean => /already|exists/i.test(message);

/** Toast 'Sign in failed' (spec, section 8). */
export function signInMessage(cause: unknown): string {
  const failure = failureOf(cause);
  if (!failure.answered) return i18next.t('auth:error.unexpected');
  if (failure.message === 'Invalid login credentials') return i18next.t('auth:error.credentials');
  if (failure.message === 'Email not confirmed') return i18next.t('auth:error.unconfirmed');
  if (failure.status === 429) return i18next.t('auth:error.tooManySignIns');
  if (isTimeout(failure)) return i18next.t('auth:error.timeout');
  return failure.message;
}

export function isUnconfirmed(cause: unknown): boolean {
  return failureOf(cause).message === 'Email not confirmed';
}

/** Toast 'Sign up failed': Reading A. */
export function signUpToast(cause: unknown): string {
  if (cause instanceof NoUserCreated) return i18next.t('auth:error.noUser');
  const failure = failureOf(cause);
  if (!failure.answered) return i18next.t('auth:error.unexpectedSignUp');
  if (isTaken(failure)) return i18next.t('auth:error.exists');
  if (/password/i.test(failure.message)) return i18next.t('auth:error.weakPassword');
  if (failure.status === 422) return i18next.t('auth:error.invalidEmail');
  if (failure.status === 429) return i18next.t('auth:error.tooManySignUps');
  if (isTimeout(failure)) return i18next.t('auth:error.timeout');
  return failure.message;
}

/** Message on the register screen: Reading B. */
export function signUpNotice(cause: unknown): string {
  if (cause instanceof NoUserCreated) return i18next.t('auth:error.noUser');
  const failure = failureOf(cause);
  if (!failure.answered) return i18next.t('auth:error.unexpected');
  if (isTimeout(failure)) return i18next.t('auth:error.requestTimeout');
  if (isTaken(failure)) return i18next.t('auth:error.existsShort');
  return failure.message;
}

/** Toast 'Error' of reset and update: the server's words, or the general sentence. */
export function serverMessage(cause: unknown): string {
  const failure = failureOf(cause);
  return failure.answered ? failure.message : i18next.t('auth:error.unexpected');
}
