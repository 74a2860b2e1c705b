import type { FastifyInstance } from 'fastify';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Request ids, one log line and one measurement per request. */
export function registerObservation(
  app: FastifyInstance,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? '';
    metrics.observe(areaOf(path), request.method, reply.statusCode, reply.elapsedTime / 1000);
    log.debug(
      {
        requestId: request.id,
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}

const AREAS = new Set(['auth', 'rest', 'storage', 'realtime', 'assets']);

function areaOf(path: string): string {
  const first = path.split('/', 2)[1] ?? '';
  return AREAS.has(first) ? first : 'web';
}
