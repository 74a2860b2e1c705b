import type { IncomingHttpHeaders } from 'node:http';
import { AuthenticationError, type Authenticator, type Identity } from '../auth/authenticate.ts';
import { authenticationFailure } from './respond/authentication-failure.ts';

/** By key and token, the key in a header or in the address, or by a token alone. */
export function identify(
  authenticator: Authenticator,
  headers: IncomingHttpHeaders,
  keyInAddress: string | undefined,
): Identity | Promise<Identity> {
  try {
    const identity = authenticate(authenticator, headers, keyInAddress);
    // Without waiting when the token is known already.
    return identity instanceof Promise ? identity.catch(refuse) : identity;
  } catch (error) {
    return refuse(error);
  }
}

function authenticate(
  authenticator: Authenticator,
  headers: IncomingHttpHeaders,
  keyInAddress: string | undefined,
): Identity | Promise<Identity> {
  try {
    return authenticator.authenticate(headers);
  } catch (error) {
    const isMissing = error instanceof AuthenticationError && error.reason === 'missing_key';
    const token = /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
    if (isMissing && keyInAddress) {
      return authenticator.authenticate({ ...headers, apikey: keyInAddress });
    }
    if (isMissing && token) return identifyByToken(authenticator, token);
    throw error;
  }
}

async function identifyByToken(authenticator: Authenticator, token: string): Promise<Identity> {
  // A key of the new kind says who it is by itself.
  if (token.split('.').length !== 3) return authenticator.authenticate({ apikey: token });
  const claims = await authenticator.verifyToken(token);
  const role = typeof claims['role'] === 'string' ? claims['role'] : 'anon';
  return { caller: { role, claims: JSON.stringify(claims) }, role, claims, keyRole: 'anon' };
}

function refuse(error: unknown): never {
  throw error instanceof AuthenticationError ? authenticationFailure(error) : error;
}
