import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
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
  if (!hasLoopbackPages(config)) return;
  app.get('/metrics', async (request, reply) => {
    loopbackOnly(request);
    const figures = new Map(await team.figuresOfOthers()).set(team.place, metrics.families());
    const byPlace = new Map([...figures].sort(([one], [other]) => one - other));
    const system = systemFamilies(await readStatus(dependencies));
    const text = metricsText(byPlace) + metricsText(new Map([[team.place, system]]));
    return reply.type('text/plain; version=0.0.4').send(text);
  });
}
