import type { FastifyRequest } from 'fastify';
import type { JWTPayload } from 'jose';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import { AuthenticationError } from '../authenticate.ts';
import { findUserById, type UserRow } from '../users/user-row.ts';

export interface CurrentSession {
  readonly user: UserRow;
  readonly sessionId: string;
  readonly createdAt: Date;
  readonly aal: 'aal1' | 'aal2';
}

/** Whether the account has a second factor that this session has not shown. */
export function lacksSecondFactor({ user, aal }: CurrentSession): boolean {
  return aal !== 'aal2' && user.factors.some(({ status }) => status === 'verified');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ADMIN_ROLES = ['service_role', 'supabase_admin'];

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** The signed-in caller. A token whose session has ended is refused although it has not expired. */
export async function requireSession(
  context: AuthContext,
  request: FastifyRequest,
): Promise<CurrentSession> {
  const claims = await verifiedClaims(context, bearerToken(context, request));
  if (claims.sub === undefined) {
    throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  }
  if (!isUuid(claims.sub)) {
    throw new AuthError(403, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  }
  const user = await findUserById(context.sql, claims.sub);
  if (!user) {
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  }
  const sessionId = claims['session_id'];
  const [session] = isUuid(sessionId)
    ? await context.sql<{ created_at: Date; aal: 'aal1' | 'aal2' | null }[]>`
        select created_at, aal from auth.sessions where id = ${sessionId} and user_id = ${user.id}`
    : [];
  if (!session || !isUuid(sessionId)) {
    throw new AuthError(
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    );
  }
  // The session's own level counts: an old token of a session that was lowered proves nothing.
  return { user, sessionId, createdAt: session.created_at, aal: session.aal ?? 'aal1' };
}

/** Holders of the secret key, or of a service token signed with JWT_SECRET. */
export async function requireAdmin(context: AuthContext, request: FastifyRequest): Promise<void> {
  const bearer = rawBearer(request) ?? request.headers['apikey'];
  if (bearer === context.keys.secretKey) return;
  const claims = await verifiedClaims(context, bearerToken(context, request));
  if (ADMIN_ROLES.includes(String(claims['role']))) return;
  throw new AuthError(403, 'not_admin', 'User not allowed');
}

function bearerToken({ keys }: AuthContext, request: FastifyRequest): string {
  const bearer = rawBearer(request);
  if (!bearer || bearer === keys.publishableKey || bearer === keys.secretKey) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  return bearer;
}

function rawBearer(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
}

async function verifiedClaims(context: AuthContext, token: string): Promise<JWTPayload> {
  try {
    return await context.authenticator.verifyToken(token);
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error;
    const reason =
      error.reason === 'expired_token'
        ? 'token has invalid claims: token is expired'
        : 'token is malformed or its signature is invalid';
    throw new AuthError(
      403,
      'bad_jwt',
      `invalid JWT: unable to parse or verify signature, ${reason}`,
      { cause: error },
    );
  }
}
