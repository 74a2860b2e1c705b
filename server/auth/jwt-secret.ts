import { StartupError } from '../startup-error.ts';
import { resolved } from './hook-settings.ts';

/** The secret that every local project of the Supabase CLI has: whoever knows it would be the service. */
const PUBLISHED = 'super-secret-jwt-token-with-at-least-32-characters-long';
const MIN_LENGTH = 16;

/** `auth.jwt_secret` of config.toml, with which keys and tokens of the project were signed (HS256). */
export function readJwtSecret(
  raw: Readonly<Record<string, unknown>>,
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const secret = secretOf(raw, variables);
  if (secret === '' || secret === PUBLISHED) return undefined;
  if (secret.length < MIN_LENGTH) {
    throw new StartupError(
      'config.toml: auth.jwt_secret takes a secret of at least 16 characters.',
    );
  }
  return secret;
}

/** JWT_SECRET alone can say that the published one is meant, on a machine of one's own. */
export const namesPublishedSecret = (raw: Readonly<Record<string, unknown>>): boolean =>
  secretOf(raw, {}) === PUBLISHED;

function secretOf(
  raw: Readonly<Record<string, unknown>>,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  const auth = raw['auth'] as { jwt_secret?: unknown } | undefined;
  return typeof auth?.jwt_secret === 'string' ? resolved(auth.jwt_secret, variables) : '';
}
