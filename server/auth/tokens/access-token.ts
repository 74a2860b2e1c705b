import { type JWTPayload, SignJWT } from 'jose';
import type { Queryable } from '../../database/sql/sql.ts';
import type { AuthContext } from '../auth-context.ts';
import type { UserRow } from '../users/user-row.ts';
import { customizeClaims } from './access-token-hook.ts';

export interface SessionClaims {
  readonly sessionId: string;
  readonly aal: 'aal1' | 'aal2';
  /** Newest first. */
  readonly methods: readonly { readonly method: string; readonly timestamp: number }[];
}

/** Signs an access token with GoTrue's claims; policies and the client rely on their names. */
export async function signAccessToken(
  { authenticator, keys, settings }: Pick<AuthContext, 'authenticator' | 'keys' | 'settings'>,
  sql: Queryable,
  user: UserRow,
  session: SessionClaims,
): Promise<{ token: string; expiresAt: number }> {
  const { signingKey } = keys;
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + settings.accessTokenSeconds;
  const standard: JWTPayload = {
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? 'authenticated',
    aal: session.aal,
    amr: session.methods,
    session_id: session.sessionId,
    is_anonymous: user.is_anonymous,
    iss: settings.apiUrl,
    sub: user.id,
    aud: user.aud ?? 'authenticated',
    iat: issuedAt,
    exp: expiresAt,
  };
  const claims = await customizeClaims(
    settings.hooks.custom_access_token,
    sql,
    standard,
    session.methods[0]?.method,
  );
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: signingKey.alg, typ: 'JWT', kid: signingKey.kid })
    .sign(signingKey.privateKey);
  authenticator.remember(token, claims);
  return { token, expiresAt: claims.exp ?? expiresAt };
}
