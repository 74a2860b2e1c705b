import { AuthError } from '../auth-error.ts';

/**
 * Tries once more where somebody else made the account of the address in this moment, such as the mail of an
 * invitation: the second attempt finds it. The attempt is a transaction of its own.
 */
export async function retryIfTaken<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof AuthError && error.code === 'user_already_exists') return attempt();
    throw error;
  }
}
