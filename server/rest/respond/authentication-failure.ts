import type { AuthenticationError } from '../../auth/authenticate.ts';
import { HttpError } from '../../http/http-error.ts';
import { RestError } from '../rest-error.ts';

/** Without a known key the gateway answers, before PostgREST; a bad token is PostgREST's to refuse. */
export function authenticationFailure(error: AuthenticationError): HttpError {
  switch (error.reason) {
    case 'missing_key':
      return new HttpError(401, {
        message: 'No API key found in request',
        hint: 'No `apikey` request header or url param was found.',
      });
    case 'unknown_key':
      return new HttpError(401, {
        message: 'Invalid API key',
        hint: 'Double check your Supabase `anon` or `service_role` API key.',
      });
    case 'expired_token':
      return invalidToken('PGRST303', 'JWT expired');
    case 'invalid_token':
      return invalidToken('PGRST301', 'No suitable key or wrong key type');
  }
}

const invalidToken = (code: string, message: string) =>
  new RestError(401, code, message, null, null, {
    'www-authenticate': `Bearer error="invalid_token", error_description="${message}"`,
  });
