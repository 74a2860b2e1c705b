import { ApiTokenError } from '../../auth/api-tokens/api-token-error.ts';
import { isApiToken } from '../../auth/api-tokens/token-format.ts';
import { AuthenticationError, type Authenticator } from '../../auth/authenticate.ts';
import type { Caller } from '../../database/caller.ts';
import { JoinError } from './join-options.ts';

/** Who a channel acts as, and until when. */
export interface ChannelIdentity {
  readonly caller: Caller;
  /** The token as sent; undefined while the API key alone speaks. */
  readonly token: string | undefined;
  /** Seconds since 1970; undefined: an API key, which does not end. */
  readonly expiresAt: number | undefined;
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
  /** Of an API token. */
  readonly tokenId: string | undefined;
}

/** Keys of the new kind travel as tokens too; they say nothing the API key did not. */
export function isUserToken(token: string | undefined): token is string {
  return token !== undefined && !token.startsWith('sb_');
}

export async function identify(
  authenticator: Authenticator,
  apiKey: string,
  accessToken: string | undefined,
): Promise<ChannelIdentity> {
  const token = isUserToken(accessToken) ? accessToken : undefined;
  if (token !== undefined && !isApiToken(token) && token.split('.').length !== 3) {
    throw new JoinError('MalformedJWT', 'The token provided is not a valid JWT');
  }
  try {
    const headers = { apikey: apiKey, ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const { caller, claims } = await authenticator.authenticate(headers);
    if (token && (typeof claims['role'] !== 'string' || claims.exp === undefined)) {
      throw new JoinError('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT');
    }
    return {
      caller,
      token,
      expiresAt: claims.exp,
      userId: readText(claims.sub),
      sessionId: readText(claims['session_id']),
      tokenId: caller.tokenId,
    };
  } catch (error) {
    throw error instanceof AuthenticationError ? toJoinError(error) : error;
  }
}

/** Its end may be announced between the question and the moment from which announcements are heard. */
export function refuseEndedToken(
  endedTokens: ReadonlySet<string>,
  { tokenId }: ChannelIdentity,
): void {
  if (tokenId !== undefined && endedTokens.has(tokenId)) {
    throw new JoinError('InvalidToken', 'The token has ended');
  }
}

function toJoinError(error: AuthenticationError): JoinError {
  if (error instanceof ApiTokenError) return new JoinError('InvalidToken', error.message, error);
  if (error.reason === 'expired_token') {
    return new JoinError('InvalidJWTToken', 'Token has expired', error);
  }
  if (error.reason === 'invalid_token') {
    return new JoinError('JwtSignatureError', 'Failed to validate JWT signature', error);
  }
  return new JoinError('Unauthorized', 'The API key is not valid', error);
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
