import type { AuthError } from '../auth-error.ts';
import type { TokenResponse } from '../tokens/token-response.ts';

const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** The address with a session in its fragment, where no server log sees it. Keys sorted. */
export function withSession(target: string, session: TokenResponse, type?: string): string {
  return withFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    ...(session.provider_refresh_token
      ? { provider_refresh_token: session.provider_refresh_token }
      : {}),
    ...(session.provider_token ? { provider_token: session.provider_token } : {}),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    ...(type === undefined ? {} : { type }),
  });
}

/** PKCE clients read the query, others the fragment. */
export function withError(target: string, error: AuthError, isPkce: boolean): string {
  const oauthError = OAUTH_ERRORS[error.status];
  const fields = {
    ...(oauthError === undefined ? {} : { error: oauthError }),
    error_code: error.code,
    error_description: error.message,
  };
  return withFragment(isPkce ? withQuery(target, fields) : target, { ...fields, sb: '' });
}

export function withMessage(target: string, message: string, isPkce: boolean): string {
  return withFragment(isPkce ? withQuery(target, { message }) : target, { message, sb: '' });
}

export function withQuery(target: string, fields: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.toString();
}

function withFragment(target: string, fields: Record<string, string>): string {
  return `${target.split('#')[0]}#${new URLSearchParams(fields)}`;
}
