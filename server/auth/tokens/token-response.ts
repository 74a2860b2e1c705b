import type { Queryable } from '../../database/sql/sql.ts';
import type { AuthContext } from '../auth-context.ts';
import { userJson } from '../users/user-json.ts';
import type { UserRow } from '../users/user-row.ts';
import { type SessionClaims, signAccessToken } from './access-token.ts';

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: Record<string, unknown>;
  /** Opens the APIs of the provider that was signed in with; told once. */
  readonly provider_token?: string;
  readonly provider_refresh_token?: string;
}

export async function tokenResponse(
  context: AuthContext,
  sql: Queryable,
  user: UserRow,
  session: SessionClaims & { refreshToken: string },
): Promise<TokenResponse> {
  const { token, expiresAt } = await signAccessToken(context, sql, user, session);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: context.settings.accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: session.refreshToken,
    user: userJson(user),
  };
}
