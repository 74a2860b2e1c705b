import type { JWTPayload } from 'jose';
import type { Queryable } from '../../database/sql/sql.ts';
import { AuthError } from '../auth-error.ts';
import type { Hook } from '../hook-settings.ts';
import { askHook } from '../hooks.ts';

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

/**
 * What the project's `custom_access_token` hook makes of the claims, in the transaction that opens the
 * session: one that refuses opens none.
 */
export async function customizeClaims(
  hook: Hook | undefined,
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
  const { claims: changed } = await askHook<{ claims: unknown }>(hook, sql, event);
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
