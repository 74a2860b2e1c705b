import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from '../../database/sql/sql.ts';
import { AuthError } from '../auth-error.ts';

const API_VERSION_HEADER = 'x-supabase-api-version';
const VERSION_WITH_STRING_CODES = '2024-01-01';
/** Data that PostgreSQL cannot take: too long for its column, out of range, too deep. */
const UNFIT_DATA = /^(22|54)/;

/** `raise exception` without a code of its own. */
const RAISED = 'P0001';

/**
 * GoTrue has two error shapes. Clients that name an API version of 2024 or later get the code as
 * `code`, all others the HTTP status as `code` and the code as `error_code`.
 */
export function sendAuthError(request: FastifyRequest, reply: FastifyReply, error: AuthError) {
  void reply.status(error.status).headers(error.headers).header('x-sb-error-code', error.code);
  if (usesStringCodes(request)) {
    void reply.header(API_VERSION_HEADER, VERSION_WITH_STRING_CODES);
    return reply.send({ code: error.code, message: error.message, ...error.details });
  }
  return reply.send({
    code: error.status,
    error_code: error.code,
    msg: error.message,
    ...error.details,
  });
}

/** Every failure as a refusal in GoTrue's words. */
export function asAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof DatabaseError && UNFIT_DATA.test(error.code ?? '')) {
    return new AuthError(400, 'validation_failed', 'A value is too long or malformed', {
      cause: error,
    });
  }
  // A rule of the project's own, in a trigger on its accounts.
  if (error instanceof DatabaseError && error.code === RAISED) {
    return new AuthError(422, 'validation_failed', error.message, { cause: error });
  }
  const { statusCode, message } = error as Partial<FastifyError>;
  if (statusCode !== undefined && statusCode < 500) {
    return new AuthError(statusCode, 'bad_json', message ?? 'Bad request');
  }
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
    { cause: error },
  );
}

function usesStringCodes(request: FastifyRequest): boolean {
  const version = request.headers[API_VERSION_HEADER];
  return (
    typeof version === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(version) &&
    version >= VERSION_WITH_STRING_CODES
  );
}
