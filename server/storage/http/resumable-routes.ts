import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { ResumableUploads } from '../resumable/resumable-uploads.ts';
import type { StorageContext } from '../storage-context.ts';
import { StorageError } from '../storage-error.ts';
import { ResumableHandlers } from './resumable-handlers.ts';
import { TUS_VERSION, tusError } from './tus-headers.ts';

const EXTENSIONS =
  'creation,creation-with-upload,creation-defer-length,termination,expiration,checksum';

/** TUS 1.0.0; `/sign` takes an upload link's token instead of a login. */
export function resumableRoutes(
  app: FastifyInstance,
  context: StorageContext,
  authenticator: Authenticator,
  uploads: ResumableUploads,
): void {
  const handlers = new ResumableHandlers(context, authenticator, uploads);
  app.register(async (scope) => {
    answerAsTus(scope);
    for (const url of ['/upload/resumable', '/upload/resumable/sign']) {
      scope.options(url, (_request, reply) => describeServer(reply, context.fileSizeLimitBytes));
      addRoutes(scope, url, handlers);
    }
  });
}

function answerAsTus(scope: FastifyInstance): void {
  scope.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof StorageError)) throw error;
    // TUS clients decide by the real status what can be tried again.
    return reply.code(error.details.statusCode).headers(error.headers).send(error.body);
  });
  scope.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'tus-resumable': TUS_VERSION, 'cache-control': 'no-store' });
    const version = request.headers['tus-resumable'];
    if (request.method !== 'OPTIONS' && version !== TUS_VERSION) {
      reply.header('tus-version', TUS_VERSION);
      throw tusError(412, 'Tus-Resumable takes 1.0.0');
    }
  });
}

function addRoutes(scope: FastifyInstance, url: string, handlers: ResumableHandlers): void {
  scope.post(url, (request, reply) => handlers.create(request, reply));
  scope.head(`${url}/:id`, (request, reply) => handlers.tell(request, reply));
  scope.patch(`${url}/:id`, (request, reply) => handlers.append(request, reply));
  scope.delete(`${url}/:id`, (request, reply) => handlers.terminate(request, reply));
  // For networks that let nothing but GET and POST pass.
  scope.post(`${url}/:id`, (request, reply) => {
    const method = String(request.headers['x-http-method-override']).toUpperCase();
    if (method === 'PATCH') return handlers.append(request, reply);
    if (method === 'DELETE') return handlers.terminate(request, reply);
    throw tusError(404, 'Not found');
  });
}

function describeServer(reply: FastifyReply, maxBytes: number): FastifyReply {
  return reply
    .code(204)
    .headers({
      'tus-version': TUS_VERSION,
      'tus-extension': EXTENSIONS,
      'tus-max-size': String(maxBytes),
      'tus-checksum-algorithm': 'sha1,sha256,md5',
    })
    .send();
}
