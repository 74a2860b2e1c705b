import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import { createFlowState, issueAuthCode, readChallenge } from '../flow-state.ts';
import { redirectOf } from '../http/redirect-of.ts';
import { withError, withQuery, withSession } from '../http/redirect-url.ts';
import { type RequestOrigin, requestOrigin } from '../http/request-origin.ts';
import { linkIdentity } from '../oidc/link-identity.ts';
import { type ProvedIdentity, provedIdentity } from '../oidc/proved-identity.ts';
import type { ProviderAnswer, ProviderClient } from '../oidc/provider-client.ts';
import {
  badState,
  checkVisit,
  consumeVisit,
  cookieName,
  pkceOf,
  startVisit,
  VISIT_SECONDS,
  type Visit,
  visitSecrets,
} from '../oidc/provider-visits.ts';
import { resolveAccount } from '../oidc/resolve-account.ts';
import { type ProviderTokens, sealTokens } from '../oidc/sealed-tokens.ts';
import { startUnprovedSignUp } from '../oidc/unproved-sign-up.ts';
import { requestLimit, verifyLimit } from '../sign-in-limits.ts';
import { startSession } from '../tokens/start-session.ts';
import { retryIfTaken } from '../users/retry-if-taken.ts';

type Query = Readonly<Record<string, unknown>>;

/** `signInWithOAuth`: to a provider and back. */
export function providerRoutes(app: FastifyInstance, context: AuthContext): void {
  app.get('/authorize', async (request, reply) => {
    const query = request.query as Query;
    context.providers.require(query['provider']);
    try {
      const url = await visitProvider(context, request, reply);
      return query['skip_http_redirect'] === 'true' ? { url } : reply.redirect(url, 302);
    } catch (error) {
      if (!(error instanceof AuthError) || error.status < 500) throw error;
      return reply.redirect(withError(redirectOf(context, request), error, true), 302);
    }
  });

  app.get('/callback', (request, reply) => takeAnswer(context, request, reply));

  // Sent across sites, a form brings no cookie; the visit that follows from it does.
  app.post('/callback', async (request, reply) => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    return reply.redirect(`${context.settings.apiUrl}/callback?${form}`, 303);
  });
}

/** Starts a visit and gives the browser its cookie; returns where to go. */
export async function visitProvider(
  context: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  linkingSessionId?: string,
): Promise<string> {
  const query = request.query as Query;
  const client = context.providers.require(query['provider']);
  const pkce = readChallenge(
    textOf(query['code_challenge']),
    textOf(query['code_challenge_method']),
  );
  await context.limits.take(requestLimit(context, requestOrigin(request)));
  const { secrets, cookie } = await startVisit(context, context.sql, {
    provider: client.settings.name,
    redirectTo: redirectOf(context, request),
    pkce,
    ...(linkingSessionId === undefined ? {} : { linkingSessionId }),
  });
  const url = await client.visitUrl(secrets, {
    redirectUri: redirectUriOf(context, client),
    scopes: textOf(query['scopes']),
    query,
  });
  setCookie(context, reply, secrets.state, cookie, VISIT_SECONDS);
  return url;
}

/** Whatever happens, the browser is sent on: nobody reads JSON in an address bar. */
async function takeAnswer(
  context: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { state } = request.query as { state?: unknown };
  if (typeof state !== 'string' || state === '') {
    throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing');
  }
  const origin = requestOrigin(request);
  void reply.header('referrer-policy', 'no-referrer');
  setCookie(context, reply, state, '', 0);
  let target = context.settings.siteUrl;
  try {
    await context.limits.check(verifyLimit(context, origin));
    const visit = await consumeVisit(context.sql, state);
    if (!visit) throw badState('This sign-in was used already, or is too old. Start again.');
    target = visit.redirect_to;
    checkVisit(visit, cookieOf(request, cookieName(state)));
    return reply.redirect(await finishVisit(context, request, visit, state), 302);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    // Answers nobody asked for are counted.
    if (error.code === 'bad_oauth_state')
      await context.limits.tryTake(verifyLimit(context, origin));
    return reply.redirect(withError(target, error, true), 302);
  }
}

async function finishVisit(
  context: AuthContext,
  request: FastifyRequest,
  visit: Visit,
  state: string,
): Promise<string> {
  const client = context.providers.require(visit.provider);
  const answer = new URL(redirectUriOf(context, client));
  for (const [name, value] of Object.entries(request.query as Query)) {
    if (typeof value === 'string') answer.searchParams.set(name, value);
  }
  const told = await client.exchange(answer, visitSecrets(context.keys.linkSecret, state));
  const identity = provedIdentity(client.settings, told.claims);
  const origin = requestOrigin(request);
  if (visit.linking_session_id !== null) {
    return finishLink(context, visit, visit.linking_session_id, identity, origin);
  }
  const target = await finishSignIn(context, visit, identity, told, origin);
  if (target !== undefined) return target;
  const wanted = { redirectTo: visit.redirect_to, pkce: pkceOf(visit) };
  throw await startUnprovedSignUp(context, identity, wanted, origin);
}

/** Where to go on with a session or a code; undefined: nobody has proved the address. */
function finishSignIn(
  context: AuthContext,
  visit: Visit,
  identity: ProvedIdentity,
  told: ProviderAnswer,
  origin: RequestOrigin,
): Promise<string | undefined> {
  const tokens: ProviderTokens = {
    provider_token: told.accessToken,
    ...(told.refreshToken === undefined ? {} : { provider_refresh_token: told.refreshToken }),
  };
  const signIn = () =>
    context.sql.begin(async (sql) => {
      const user = await resolveAccount(context, sql, identity, origin);
      if (user === 'unproved address') return undefined;
      const pkce = pkceOf(visit);
      if (!pkce) {
        const traits = { provider: identity.provider };
        await recordAudit(sql, origin, { action: 'login', actor: user, traits });
        const session = await startSession(context, sql, user.id, 'oauth', origin);
        return withSession(visit.redirect_to, { ...session, ...tokens });
      }
      const flowStateId = await createFlowState(sql, pkce, user.id, 'oauth', identity.provider);
      const code = await issueAuthCode(sql, flowStateId);
      await sql`
        update auth.flow_state set provider_access_token = ${sealTokens(code, tokens)}
         where id = ${flowStateId}`;
      return withQuery(visit.redirect_to, { code });
    });
  return retryIfTaken(signIn);
}

/** With PKCE the identity is linked when the code is exchanged, by who asked for the link. */
function finishLink(
  context: AuthContext,
  visit: Visit,
  sessionId: string,
  { provider, providerId, data }: ProvedIdentity,
  origin: RequestOrigin,
): Promise<string> {
  const link = { sessionId, identity: { provider, providerId, data } };
  return context.sql.begin(async (sql) => {
    const pkce = pkceOf(visit);
    if (!pkce)
      return withSession(visit.redirect_to, await linkIdentity(context, sql, link, origin));
    const [session] = await sql<{ user_id: string }[]>`
      select user_id from auth.sessions where id = ${sessionId}`;
    if (!session) throw badState('You have signed out meanwhile. Start again.');
    const flowStateId = await createFlowState(sql, pkce, session.user_id, 'oauth', provider);
    await sql`
      update auth.flow_state set link = ${sql.json(link as never)} where id = ${flowStateId}`;
    return withQuery(visit.redirect_to, { code: await issueAuthCode(sql, flowStateId) });
  });
}

function redirectUriOf({ settings }: AuthContext, client: ProviderClient): string {
  return client.settings.redirectUri ?? `${settings.apiUrl}/callback`;
}

function setCookie(
  { settings }: AuthContext,
  reply: FastifyReply,
  state: string,
  value: string,
  maxAge: number,
): void {
  const secure = settings.apiUrl.startsWith('https:') ? '; Secure' : '';
  void reply.header(
    'set-cookie',
    `${cookieName(state)}=${value}; Max-Age=${maxAge}; Path=/auth/v1/callback; HttpOnly; SameSite=Lax${secure}`,
  );
}

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const pair = (request.headers.cookie ?? '')
    .split(/;\s*/)
    .find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
