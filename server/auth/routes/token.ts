import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { consumeAuthCode } from '../flow-state.ts';
import { readBody, text } from '../http/read-body.ts';
import { type RequestOrigin, requestOrigin } from '../http/request-origin.ts';
import { idTokenGrant } from '../oidc/id-token-grant.ts';
import { linkIdentity } from '../oidc/link-identity.ts';
import { openTokens } from '../oidc/sealed-tokens.ts';
import { signInWithPassword } from '../passwords/sign-in-with-password.ts';
import { refreshLimit } from '../sign-in-limits.ts';
import { settleExchangedSignUp } from '../sign-ups.ts';
import { refreshSession } from '../tokens/refresh-session.ts';
import { type SignInMethod, startSession } from '../tokens/start-session.ts';
import type { TokenResponse } from '../tokens/token-response.ts';
import { findUserById } from '../users/user-row.ts';

const passwordBody = z.object({ email: text, phone: text, password: text });
const refreshBody = z.object({ refresh_token: text });
const pkceBody = z.object({ auth_code: text, code_verifier: text });

export function tokenRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post<{ Querystring: { grant_type?: unknown } }>('/token', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const origin = requestOrigin(request);
    switch (request.query.grant_type) {
      case 'password':
        return passwordGrant(context, request, origin);
      case 'refresh_token':
        return refreshGrant(context, request, origin);
      case 'pkce':
        return pkceGrant(context, request, origin);
      case 'id_token':
        return idTokenGrant(context, request, origin);
      case 'web3':
        throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
      default:
        return reply.status(400).send({ error: 'unsupported_grant_type', error_description: '' });
    }
  });
}

function passwordGrant(
  context: AuthContext,
  request: FastifyRequest,
  origin: RequestOrigin,
): Promise<TokenResponse> {
  const body = readBody(request, passwordBody);
  if (body.email !== '' && body.phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided on login.');
  }
  return signInWithPassword(context, body, origin);
}

async function refreshGrant(
  context: AuthContext,
  request: FastifyRequest,
  origin: RequestOrigin,
): Promise<TokenResponse> {
  const { refresh_token: token } = readBody(request, refreshBody);
  if (token === '') throw validationFailed('refresh_token required');
  const limits = refreshLimit(context, origin);
  // Nothing is written for those who succeed: a whole site renews its sessions from one address.
  await context.limits.check(limits);
  try {
    return await refreshSession(context, token, origin);
  } catch (error) {
    if (error instanceof AuthError) await context.limits.take(limits);
    throw error;
  }
}

async function pkceGrant(
  context: AuthContext,
  request: FastifyRequest,
  origin: RequestOrigin,
): Promise<TokenResponse> {
  const { auth_code: code, code_verifier: verifier } = readBody(request, pkceBody);
  if (code === '' || verifier === '') {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  await context.limits.take(refreshLimit(context, origin));
  // Committed even when it fails: a code is good for one try.
  const result = await context.sql.begin(async (sql) => {
    const flow = await consumeAuthCode(sql, code, verifier);
    if (flow instanceof AuthError) return flow;
    if (flow.link) return linkIdentity(context, sql, flow.link, origin);
    await settleExchangedSignUp(sql, flow.id);
    const user = await findUserById(sql, flow.userId);
    const traits = { provider: flow.provider };
    await recordAudit(sql, origin, { action: 'login', actor: user, traits });
    const method = flow.method as SignInMethod;
    const session = await startSession(context, sql, flow.userId, method, origin);
    return flow.sealedTokens ? { ...session, ...openTokens(code, flow.sealedTokens) } : session;
  });
  if (result instanceof AuthError) throw result;
  return result;
}
