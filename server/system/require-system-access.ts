import type { FastifyRequest } from 'fastify';
import { AuthenticationError, type Authenticator, type Identity } from '../auth/authenticate.ts';
import type { Database } from '../database/database.ts';
import { HttpError } from '../http/http-error.ts';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly database: Database;
}

export interface SystemViewer {
  readonly userId: string;
}

const NO_SUCH_FUNCTION = '42883';

/**
 * For everything below /system/v1: the project's `public.may_see_system()` decides, asked with the
 * caller's own session. 401 without one, 403 where it says no, 404 where the project has no such function.
 */
export async function requireSystemAccess(
  { authenticator, database }: Dependencies,
  request: FastifyRequest,
): Promise<SystemViewer> {
  const { caller, claims, role } = await sessionOf(authenticator, request);
  if (role !== 'authenticated' || typeof claims.sub !== 'string') throw refused();
  const [result] = await database.requests
    .run(caller, [{ text: 'select public.may_see_system()' }], { readOnly: true })
    .catch((error: unknown) => {
      throw (error as { code?: unknown }).code === NO_SUCH_FUNCTION ? notFound() : error;
    });
  if (result?.rows[0]?.[0]?.toString() !== 't') throw refused();
  return { userId: claims.sub };
}

/** Who a session belongs to, by its token alone; 401 without a valid one. */
export async function sessionOf(
  authenticator: Authenticator,
  request: FastifyRequest,
): Promise<Identity> {
  const token = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw unauthenticated('missing_token', 'Sign in first.');
  try {
    const claims = await authenticator.verifyToken(token);
    const role = typeof claims['role'] === 'string' ? claims['role'] : 'anon';
    return { caller: { role, claims: JSON.stringify(claims) }, role, claims, keyRole: 'anon' };
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error;
    throw unauthenticated(error.reason, 'This session is not valid. Sign in again.');
  }
}

function unauthenticated(code: string, message: string): HttpError {
  const headers = { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' };
  return new HttpError(401, { code, message }, { headers });
}

function refused(): HttpError {
  const message = 'Only owners of the company that runs this installation may see its state.';
  const headers = { 'cache-control': 'no-store' };
  return new HttpError(403, { code: 'system_owners_only', message }, { headers });
}

function notFound(): HttpError {
  return new HttpError(404, { code: 'not_found', message: 'Not found' });
}
