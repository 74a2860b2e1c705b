import type { IncomingHttpHeaders } from 'node:http';
import { errors } from 'jose';
import { AuthenticationError, type Authenticator } from '../../auth/authenticate.ts';
import type { Caller } from '../../database/caller.ts';
import { accessDenied } from '../storage-error.ts';

export interface StorageCaller {
  readonly caller: Caller;
  /** The user's id; null for keys. */
  readonly ownerId: string | null;
}

/** A hosted project passes on the words of its token library, which is ours too. */
const NO_TOKEN = 'Invalid Compact JWS';

/** Storage takes the token alone as well as with an API key: resumable clients send only the former. */
export async function identify(
  authenticator: Authenticator,
  headers: IncomingHttpHeaders,
): Promise<StorageCaller> {
  try {
    const { caller, claims } = await authenticator.authenticate(headers);
    return { caller, ownerId: claims.sub ?? null };
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error;
    if (error.reason === 'missing_key') return identifyByToken(authenticator, headers);
    throw refusal(error);
  }
}

async function identifyByToken(
  authenticator: Authenticator,
  headers: IncomingHttpHeaders,
): Promise<StorageCaller> {
  const token = /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
  if (!token) throw accessDenied(NO_TOKEN);
  try {
    if (token.split('.').length !== 3) {
      const { caller } = await authenticator.authenticate({ apikey: token });
      return { caller, ownerId: null };
    }
    const claims = await authenticator.verifyToken(token);
    const role = typeof claims['role'] === 'string' ? claims['role'] : 'anon';
    return { caller: { role, claims: JSON.stringify(claims) }, ownerId: claims.sub ?? null };
  } catch (error) {
    if (error instanceof AuthenticationError) throw refusal(error);
    throw error;
  }
}

function refusal(error: AuthenticationError) {
  const { cause } = error;
  return accessDenied(cause instanceof errors.JOSEError ? cause.message : NO_TOKEN, error);
}
