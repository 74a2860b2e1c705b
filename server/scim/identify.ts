import type { FastifyRequest } from 'fastify';
import { networkOf } from '../auth/api-tokens/accept-api-tokens.ts';
import { ApiTokenError } from '../auth/api-tokens/api-token-error.ts';
import type { ApiTokens } from '../auth/api-tokens/api-tokens.ts';
import { apiTokenOf } from '../auth/api-tokens/token-format.ts';
import { AuthenticationError, type Authenticator } from '../auth/authenticate.ts';
import { distinctAddress } from '../auth/http/request-origin.ts';
import { holdRefusal } from '../http/hold-refusal.ts';
import type { Keys } from '../keys/keys.ts';
import { ScimError } from './scim-error.ts';

interface Dependencies {
  readonly tokens: ApiTokens;
  readonly authenticator: Authenticator;
  readonly keys: Keys;
}

/** Refuses whoever brings no token of somebody. */
export async function identify(dependencies: Dependencies, request: FastifyRequest): Promise<void> {
  try {
    await authenticate(dependencies, request);
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error;
    await holdRefusal(distinctAddress(request.ip));
    const isToken = error instanceof ApiTokenError;
    throw new ScimError(401, isToken ? error.message : 'Bring a company token with people:write');
  }
}

async function authenticate(
  { tokens, authenticator, keys }: Dependencies,
  request: FastifyRequest,
): Promise<void> {
  const { authorization } = request.headers;
  const token = apiTokenOf({ authorization });
  if (token !== undefined) return void (await tokens.verify(token, networkOf(request)));
  const headers = { apikey: keys.publishableKey, authorization };
  const { role } = await authenticator.authenticate(headers);
  if (role === 'anon') throw new AuthenticationError('invalid_token');
}
