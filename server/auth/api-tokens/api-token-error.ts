import { HttpError } from '../../http/http-error.ts';
import { AuthenticationError } from '../authenticate.ts';

/** What becomes of a token: of the check here, and of `private.use_api_token`. */
export type TokenState =
  | 'malformed'
  | 'unknown'
  | 'revoked'
  | 'expired'
  | 'second_factor'
  | 'limited'
  | 'not_served';

const MESSAGES: Readonly<Record<TokenState, string>> = {
  malformed:
    'This API token is mistyped or not complete: its last six characters do not fit the rest.',
  unknown: 'This API token does not belong to this installation, or was deleted.',
  revoked: 'This API token was revoked.',
  expired: 'This API token has ended. Make a new one.',
  second_factor:
    'This API token was made before two-factor authentication was turned on. Make a new one.',
  limited: 'This API token has made all requests of this minute. Try again in the next.',
  not_served: 'This installation does not accept API tokens.',
};

/** A token that lets nobody in. */
export class ApiTokenError extends AuthenticationError {
  readonly state: TokenState;

  constructor(state: TokenState) {
    super('invalid_token');
    this.state = state;
    this.message = MESSAGES[state];
  }
}

/** In the fields of each of the APIs, as their clients read them; the header is RFC 6750's. */
export function tokenRefusal(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): HttpError {
  const body = {
    statusCode: String(status),
    code,
    error: code,
    message,
    details: null,
    hint: code,
  };
  const challenge = `Bearer error="${code}", error_description="${message}"`;
  const shown = status === 429 ? headers : { ...headers, 'www-authenticate': challenge };
  return new HttpError(status, body, { headers: shown });
}
