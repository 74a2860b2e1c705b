import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { HttpError } from '../http/http-error.ts';
import { AuthenticationError, type Authenticator, type Identity } from './authenticate.ts';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly database: Database;
}

interface Permission {
  /** A function of the project in `public` that says yes or no. */
  readonly name:
    | 'may_see_system'
    | 'may_find_addresses'
    | 'may_read_weather'
    | 'may_connect_accounting';
  /** Its arguments: numbers, and ids of rows. */
  readonly values?: readonly (number | string)[];
  readonly refused: () => HttpError;
  /** Where the project has no such function. */
  readonly missing: () => HttpError;
}

const NO_SUCH_FUNCTION = '42883';

/**
 * For what the server offers besides the contract: a function of the project decides, asked with the
 * caller's own session. Answers whose it is; 401 without one.
 */
export async function requirePermission(
  { authenticator, database }: Dependencies,
  request: FastifyRequest,
  { name, values = [], refused, missing }: Permission,
): Promise<string> {
  const { caller, claims, role } = await sessionOf(authenticator, request);
  if (role !== 'authenticated' || typeof claims.sub !== 'string') throw refused();
  const list = values
    .map((value, index) => `$${index + 1}::${typeof value === 'number' ? 'numeric' : 'uuid'}`)
    .join(', ');
  const [result] = await database.requests
    .run(caller, [{ text: `select public.${name}(${list})`, values: values.map(String) }], {
      readOnly: true,
    })
    .catch((error: unknown) => {
      throw (error as { code?: unknown }).code === NO_SUCH_FUNCTION ? missing() : error;
    });
  if (result?.rows[0]?.[0]?.toString() !== 't') throw refused();
  return claims.sub;
}

/** Who a session belongs to, by its token alone. */
async function sessionOf(authenticator: Authenticator, request: FastifyRequest): Promise<Identity> {
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
