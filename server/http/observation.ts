import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FailureSink, NO_SINK } from './failure-sink.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Request ids, one log line and one measurement per request. */
export function registerObservation(
  app: FastifyInstance,
  {
    log,
    metrics,
    failures = NO_SINK,
  }: { readonly log: Logger; readonly metrics: Metrics; readonly failures?: FailureSink },
): void {
  const errors = new WeakMap<FastifyRequest, Error>();
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onError', (request, _reply, error, done) => {
    errors.set(request, error);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method, url } = request;
    const { elapsedTime, statusCode: status } = reply;
    metrics.observe(areaOf(url), method, status, elapsedTime / 1000);
    if (status >= 500) {
      const name = `${method} ${request.routeOptions.url ?? '(no route)'}`;
      failures.record({ kind: 'request', name, status, requestId, error: errors.get(request) });
    }
    if (log.isLevelEnabled('debug')) {
      const path = loggedPath(request);
      const ms = Math.round(elapsedTime * 10) / 10;
      log.debug({ requestId, method, path, status, ms }, 'request');
    }
    done();
  });
}

/** Pages of links have the secret of the link in their address: of pages the first part alone, where it is a name. */
function loggedPath({ url, routeOptions }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? '';
  const isPage = routeOptions.url === undefined || routeOptions.url === '/*';
  if (!isPage || path.startsWith('/assets/')) return path;
  const [first] = /^\/[\w.-]*(?:\/|$)/.exec(path) ?? ['/'];
  return path === first ? path : `${first}…`;
}

const AREAS = new Set(['auth', 'rest', 'storage', 'realtime', 'assets', 'system']);

function areaOf(url: string): string {
  const first = /^\/([a-z]+)(?=[/?]|$)/.exec(url)?.[1] ?? '';
  return AREAS.has(first) ? first : 'web';
}
