import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/sql/sql.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import { findUserById } from '../users/user-row.ts';
import { randomToken, tokenHash } from './secret-values.ts';
import { type TokenResponse, tokenResponse } from './token-response.ts';

/** How someone proved who they are, as it appears in the token's `amr`. */
export type SignInMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'anonymous'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change';

/** Opens a session for a user who has just proved who they are. */
export async function startSession(
  context: AuthContext,
  sql: Queryable,
  userId: string,
  method: SignInMethod,
  origin: RequestOrigin,
): Promise<TokenResponse> {
  const sessionId = randomUUID();
  const refreshToken = randomToken();
  const opened = sql`
    with session as (
      insert into auth.sessions (id, user_id, aal, created_at, updated_at, user_agent, ip, not_after)
      values (${sessionId}, ${userId}, 'aal1', now(), now(), ${origin.userAgent},
        ${origin.address}::inet, ${sessionEnd(context)})
      returning id
    ), token as (
      insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
      select ${tokenHash(refreshToken)}, ${userId}::text, id, false, now(), now() from session
    ), claim as (
      insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
      select gen_random_uuid(), id, ${method}, now(), now() from session
    ), identity as (
      update auth.identities set last_sign_in_at = now(), updated_at = now()
       where user_id = ${userId} and provider = 'email'
    )
    update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${userId}`.execute();
  // Sent one behind the other without waiting; PostgreSQL answers in order.
  const [, user] = await Promise.all([opened, findUserById(sql, userId)]);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return tokenResponse(context, sql, user, {
    sessionId,
    refreshToken,
    aal: 'aal1',
    methods: [{ method, timestamp: Math.floor(Date.now() / 1000) }],
  });
}

function sessionEnd({ settings }: AuthContext): Date | null {
  return settings.sessionSeconds > 0 ? new Date(Date.now() + settings.sessionSeconds * 1000) : null;
}
