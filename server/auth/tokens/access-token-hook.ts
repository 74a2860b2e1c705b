import type { JWTPayload } from 'jose';
import type { Queryable } from '../../database/sql/sql.ts';
import { AuthError } from '../auth-error.ts';
import type { DatabaseFunction } from '../auth-settings.ts';

/** Without these a token is none of ours; a hook may change them, as GoTrue's may, but not leave them out. */
const REQUIRED = [
  'aud',
  'exp',
  'iat',
  'sub',
  'email',
  'phone',
  'role',
  'aal',
  'session_id',
  'is_anonymous',
];

interface HookAnswer {
  readonly claims?: unknown;
  readonly error?: { readonly http_code?: unknown; readonly message?: unknown };
}

/**
 * What the project's `custom_access_token` hook makes of the claims, in the transaction that opens the
 * session: one that refuses opens none.
 */
export async function customizeClaims(
  hook: DatabaseFunction | undefined,
  sql: Queryable,
  claims: JWTPayload,
  method: string | undefined,
): Promise<JWTPayload> {
  if (hook === undefined) return claims;
  const event = {
    user_id: claims.sub,
    claims,
    authentication_method: method ?? 'token_refresh',
  };
  const [row] = await sql<{ answer: HookAnswer | null }[]>`
    select ${sql(hook.schema)}.${sql(hook.name)}(${sql.json(event)}) as answer`;
  const { claims: changed, error } = row?.answer ?? {};
  if (error !== undefined && error !== null) {
    const status = typeof error.http_code === 'number' ? error.http_code : 500;
    throw new AuthError(status, 'hook_error', String(error.message ?? 'The hook refused.'));
  }
  if (!isClaims(changed)) {
    throw new AuthError(
      500,
      'hook_payload_invalid_content_type',
      'output claims do not conform to the expected schema',
    );
  }
  return changed;
}

function isClaims(value: unknown): value is JWTPayload {
  return (
    typeof value === 'object' &&
    value !== null &&
    REQUIRED.every((name) => Object.hasOwn(value, name))
  );
}
