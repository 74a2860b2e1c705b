import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { requireSession } from '../http/current-session.ts';
import { flag, readBody, text } from '../http/read-body.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import { requestLimit } from '../sign-in-limits.ts';
import { startSession } from '../tokens/start-session.ts';
import type { TokenResponse } from '../tokens/token-response.ts';
import { retryIfTaken } from '../users/retry-if-taken.ts';
import { linkIdentity } from './link-identity.ts';
import { requireLinking } from './may-link.ts';
import { provedIdentity } from './proved-identity.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { resolveAccount } from './resolve-account.ts';
import { startUnprovedSignUp } from './unproved-sign-up.ts';

const idTokenBody = z.object({
  provider: text,
  issuer: text,
  id_token: text,
  token: text,
  nonce: text,
  link_identity: flag,
});

/** `signInWithIdToken`: an app has asked the provider by itself and shows what it was given. */
export async function idTokenGrant(
  context: AuthContext,
  request: FastifyRequest,
  origin: RequestOrigin,
): Promise<TokenResponse> {
  const body = readBody(request, idTokenBody);
  const client = context.providers.requireIssuer(body.provider || body.issuer);
  const token = body.id_token || body.token;
  if (token === '') throw validationFailed('id_token required');
  await context.limits.take(requestLimit(context, origin));
  const session = body.link_identity ? await requireSession(context, request) : undefined;
  if (session) requireLinking(context, session);
  const claims = await client.verifyIdToken(token);
  checkNonce(client.settings, claims, body.nonce);
  const identity = provedIdentity(client.settings, claims);
  if (session) {
    const { sessionId } = session;
    return context.sql.begin((sql) => linkIdentity(context, sql, { sessionId, identity }, origin));
  }
  const signIn = () =>
    context.sql.begin(async (sql) => {
      const user = await resolveAccount(context, sql, identity, origin);
      if (user === 'unproved address') return undefined;
      const traits = { provider: identity.provider };
      await recordAudit(sql, origin, { action: 'login', actor: user, traits });
      return startSession(context, sql, user.id, 'oauth', origin);
    });
  const opened = await retryIfTaken(signIn);
  if (opened) return opened;
  const redirectTo = context.settings.siteUrl;
  throw await startUnprovedSignUp(context, identity, { redirectTo, pkce: undefined }, origin);
}

/** The provider saw the SHA-256 of what the app chose, so that nobody can use a token it was not given. */
function checkNonce(settings: ProviderSettings, claims: JWTPayload, nonce: string): void {
  if (settings.skipNonceCheck) return;
  const claimed = claims['nonce'];
  if (claimed === undefined && nonce === '') return;
  const isMissing = typeof claimed !== 'string' || nonce === '';
  if (isMissing) {
    throw new AuthError(
      400,
      'bad_oauth_callback',
      'Passed nonce and nonce in id_token should either both exist or not.',
    );
  }
  if (createHash('sha256').update(nonce).digest('hex') === claimed || nonce === claimed) return;
  throw new AuthError(400, 'bad_oauth_callback', 'Nonces mismatch');
}
