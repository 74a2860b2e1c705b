import type { Queryable } from '../../database/sql/sql.ts';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import { findUserById } from '../users/user-row.ts';
import { nextRefreshToken, tokenHash } from './secret-values.ts';
import { readSessionClaims } from './session-claims.ts';
import { type Swapped, swapToken } from './swap-token.ts';
import { type TokenResponse, tokenResponse } from './token-response.ts';

/** Retries and tabs that lost a race are at most a few steps behind within the reuse window. */
const STEPS_BEHIND = 5;

interface PresentedToken {
  readonly session_id: string;
  readonly user_id: string;
  readonly revoked: boolean;
  readonly revoked_seconds: number;
  readonly idle_seconds: number;
  readonly session_over: boolean;
}

/** Swaps a refresh token for a new pair; a token that was used before ends its session. */
export async function refreshSession(
  context: AuthContext,
  token: string,
  origin: RequestOrigin,
): Promise<TokenResponse> {
  const { user, session } =
    (await swapToken(context, context.sql, token, origin)) ??
    (await explainOrRepeat(context, token, origin));
  return tokenResponse(context, context.sql, user, session);
}

/** Why a token was not swapped; or the answer to its swap once more, which may have been lost. */
async function explainOrRepeat(
  context: AuthContext,
  token: string,
  origin: RequestOrigin,
): Promise<Swapped> {
  // The refusal is returned, not thrown: ending a session must be committed, not rolled back.
  const result = await context.sql.begin(async (sql) => {
    const presented = await lockToken(sql, token);
    if (!presented) return notFound();
    const user = await findUserById(sql, presented.user_id);
    if (!user) return notFound();
    if (user.banned_until && user.banned_until > new Date()) {
      return new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
    }
    if (presented.session_over || isIdle(context, presented)) {
      await endSession(sql, presented.session_id);
      return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
    }
    // What stood in the way is gone since, such as a ban that ended.
    if (!presented.revoked) return (await swapToken(context, sql, token, origin)) ?? notFound();
    const refreshToken = await tokenAfterLostAnswer(context, sql, presented, token);
    if (refreshToken === undefined) {
      await endSession(sql, presented.session_id);
      await recordAudit(sql, origin, {
        action: 'token_revoked',
        actor: user,
        traits: { reason: 'refresh token used twice', session_id: presented.session_id },
      });
      return new AuthError(
        400,
        'refresh_token_already_used',
        'Invalid Refresh Token: Already Used',
      );
    }
    const claims = await readSessionClaims(sql, presented.session_id);
    return { user, session: { ...claims, refreshToken } };
  });
  if (result instanceof AuthError) throw result;
  return result;
}

/** Locks the session, so that two servers cannot both swap one token. */
async function lockToken(sql: Queryable, token: string): Promise<PresentedToken | undefined> {
  const hash = tokenHash(token);
  const [session] = await sql<{ id: string }[]>`
    select sessions.id from auth.sessions
     where id = (select session_id from auth.refresh_tokens where token = ${hash})
       for update`;
  if (!session) return undefined;
  const [row] = await sql<PresentedToken[]>`
    select tokens.session_id, tokens.user_id, coalesce(tokens.revoked, false) as revoked,
           extract(epoch from clock_timestamp() - tokens.updated_at)::float8 as revoked_seconds,
           extract(epoch from clock_timestamp() - coalesce(
             sessions.refreshed_at at time zone 'utc', sessions.created_at))::float8 as idle_seconds,
           coalesce(sessions.not_after < now(), false) as session_over
      from auth.refresh_tokens as tokens
      join auth.sessions on sessions.id = tokens.session_id
     where tokens.token = ${hash}`;
  return row;
}

/** The live token of the session, if it follows from the one presented and the window is open. */
async function tokenAfterLostAnswer(
  context: AuthContext,
  sql: Queryable,
  presented: PresentedToken,
  token: string,
): Promise<string | undefined> {
  if (presented.revoked_seconds > context.settings.refreshReuseSeconds) return undefined;
  const live = await sql<{ token: string }[]>`
    select token from auth.refresh_tokens
     where session_id = ${presented.session_id} and not revoked`;
  let candidate = token;
  for (let step = 0; step < STEPS_BEHIND; step += 1) {
    candidate = nextRefreshToken(context.keys.linkSecret, candidate);
    if (live.some((row) => row.token === tokenHash(candidate))) return candidate;
  }
  return undefined;
}

function isIdle({ settings }: AuthContext, { idle_seconds }: PresentedToken): boolean {
  return settings.sessionIdleSeconds > 0 && idle_seconds > settings.sessionIdleSeconds;
}

async function endSession(sql: Queryable, sessionId: string): Promise<void> {
  await sql`delete from auth.sessions where id = ${sessionId}`;
}

function notFound(): AuthError {
  return new AuthError(
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  );
}
