import type { FastifyError, FastifyInstance } from 'fastify';
import { HttpError } from './http-error.ts';
import type { Logger } from './log.ts';

/** PostgreSQL stores no NUL; every address and body may bring one. */
const CHARACTER_NOT_IN_REPERTOIRE = '22021';

/** Every failure leaves here: expected ones as they say, others logged whole and told as little. */
export function registerErrorHandler(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
    if (error instanceof HttpError) {
      if (error.status >= 500) log.error({ requestId: request.id, err: error.cause }, 'failed');
      return reply.code(error.status).headers(error.headers).send(error.body);
    }
    if (error.code === CHARACTER_NOT_IN_REPERTOIRE) {
      return reply
        .code(400)
        .send(errorBody('invalid_text', 'A text has a character that no text may have'));
    }
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send(errorBody(error.code, error.message));
    log.error({ requestId: request.id, err: error }, 'unexpected failure');
    return reply
      .code(500)
      .send(errorBody('unexpected_failure', `Unexpected failure, request id ${request.id}`));
  });
}

/** Readable by each of the clients: PostgREST's, GoTrue's and Storage's field names. */
function errorBody(code: string, message: string): Record<string, unknown> {
  return { code, error_code: code, error: code, message, msg: message, details: null, hint: null };
}
