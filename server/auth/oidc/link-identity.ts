import type { Queryable } from '../../database/sql/sql.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import { randomToken, tokenHash } from '../tokens/secret-values.ts';
import { readSessionClaims } from '../tokens/session-claims.ts';
import { type TokenResponse, tokenResponse } from '../tokens/token-response.ts';
import { findUserById } from '../users/user-row.ts';
import {
  addIdentity,
  findIdentityOwner,
  lockIdentity,
  recordLink,
  type WaitingLink,
} from './identities.ts';

/** Adds an identity to the account of a session, which goes on as it is, second factor and all. */
export async function linkIdentity(
  context: AuthContext,
  sql: Queryable,
  { sessionId, identity }: WaitingLink,
  origin: RequestOrigin,
): Promise<TokenResponse> {
  await lockIdentity(sql, identity);
  const [session] = await sql<{ user_id: string }[]>`
    select user_id from auth.sessions where id = ${sessionId} for update`;
  const user = session && (await findUserById(sql, session.user_id));
  if (!user) {
    throw new AuthError(403, 'session_not_found', 'You have signed out meanwhile. Start again.');
  }
  const ownerId = await findIdentityOwner(sql, identity);
  if (ownerId !== undefined) {
    throw new AuthError(
      422,
      'identity_already_exists',
      ownerId === user.id
        ? 'Identity is already linked'
        : 'Identity is already linked to another user',
    );
  }
  await addIdentity(sql, user.id, identity);
  await recordLink(sql, origin, user, identity.provider);
  const refreshToken = randomToken();
  await sql`
    insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
    values (${tokenHash(refreshToken)}, ${user.id}, ${sessionId}, false, now(), now())`;
  const claims = await readSessionClaims(sql, sessionId);
  const fresh = (await findUserById(sql, user.id)) ?? user;
  return tokenResponse(context, sql, fresh, { ...claims, refreshToken });
}
