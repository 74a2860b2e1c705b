import type { FastifyRequest } from 'fastify';
import { AuthError } from '../auth-error.ts';
import { AuthenticationError, type Authenticator } from '../authenticate.ts';

/**
 * A key that is sent must be right. It need not be sent: GoTrue itself asks for none, links in mails
 * cannot carry one, and the publishable key is no secret anyway.
 */
export async function checkApiKey(
  authenticator: Authenticator,
  request: FastifyRequest,
): Promise<void> {
  const key = request.headers['apikey'];
  if (typeof key !== 'string' || key === '') return;
  try {
    await authenticator.keyRole(key);
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error;
    throw new AuthError(401, 'no_authorization', 'Invalid API key', { cause: error });
  }
}
