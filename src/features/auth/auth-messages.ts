import { isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js';
import { text } from '@/lib/translation';

export interface Failure {
  message: string;
  status: number | undefined;
  /** The server answered; otherwise the request never got through or our own code broke. */
  answered: boolean;
}

export function failureOf(cause: unknown): Failure {
  if (!isAuthError(cause)) return { message: '', status: undefined, answered: false };
  // The client does not read the body of a failing gateway or server, so there are no words to show.
  const unread = isAuthRetryableFetchError(cause) && cause.status !== 504;
  return { message: cause.message, status: cause.status, answered: !unread };
}

export const isTimeout = ({ message, status }: Failure): boolean =>
  status === 504 || /timeout|timed out/i.test(message);

/** The text of the toast 'Sign in failed'. */
export function signInMessage(cause: unknown): string {
  const failure = failureOf(cause);
  if (!failure.answered) return text('auth:error.unexpected');
  if (failure.message === 'Invalid login credentials') return text('auth:error.credentials');
  if (failure.message === 'Email not confirmed') return text('auth:error.unconfirmed');
  if (failure.status === 429) return text('auth:error.tooManySignIns');
  if (isTimeout(failure)) return text('auth:error.timeout');
  return failure.message;
}

export function isUnconfirmed(cause: unknown): boolean {
  return failureOf(cause).message === 'Email not confirmed';
}

/** Toast 'Error' of reset and update: the server's words, or the general sentence. */
export function serverMessage(cause: unknown): string {
  const failure = failureOf(cause);
  return failure.answered ? failure.message : text('auth:error.unexpected');
}
