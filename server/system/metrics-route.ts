import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { HttpError } from '../http/http-error.ts';
import { hasLoopbackPages, loopbackOnly } from '../http/loopback-only.ts';
import { type Metrics, metricsText } from '../http/metrics.ts';
import { readStatus, type StatusSources } from './read-status.ts';
import { systemFamilies } from './system-metrics.ts';

interface Dependencies extends StatusSources {
  readonly config: Config;
  readonly metrics: Metrics;
}

/** Prometheus' text format: requests of every worker, then the lines of Settings › System, once. */
export async function metricsRoute(
  app: FastifyInstance,
  dependencies: Dependencies,
): Promise<void> {
  const { config, metrics, team } = dependencies;
  app.get('/metrics', async (request, reply) => {
    if (!bringsToken(request, config.metricsToken)) machineOnly(request, config);
    const figures = new Map(await team.figuresOfOthers()).set(team.place, metrics.families());
    const byPlace = new Map([...figures].sort(([one], [other]) => one - other));
    const system = systemFamilies(await readStatus(dependencies));
    const text = metricsText(byPlace) + metricsText(new Map([[team.place, system]]));
    void reply.header('cache-control', 'no-store');
    return reply.type('text/plain; version=0.0.4').send(text);
  });
}

function bringsToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined || given === undefined) return false;
  // Of equal length, so that the time it takes says nothing about either.
  const [one, other] = [given, token].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one as Buffer, other as Buffer);
}

/** Without the token: from this machine, and not at all where a proxy may look like this machine. */
function machineOnly(request: FastifyRequest, config: Config): void {
  if (!hasLoopbackPages(config)) {
    throw new HttpError(404, { code: 'not_found', message: 'Not found' });
  }
  loopbackOnly(request);
}
