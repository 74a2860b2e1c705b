import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../app.ts';
import { loopbackOnly } from './loopback-only.ts';

export async function systemRoutes(
  app: FastifyInstance,
  { config, database, keys, metrics }: AppDependencies,
): Promise<void> {
  app.get('/health', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await database.sql`select 1`;
      return { status: 'ok' };
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'unavailable' });
    }
  });

  app.get('/config.json', async (request, reply) => {
    reply.header('cache-control', 'no-cache');
    const origin = config.siteUrlGiven ? config.siteUrl : `${request.protocol}://${request.host}`;
    return { supabaseUrl: origin, supabaseAnonKey: keys.publishableKey };
  });

  metrics.gauge(() => [
    'process_resident_memory_bytes',
    'Memory of the server process',
    process.memoryUsage.rss(),
  ]);
  app.get('/metrics', async (request, reply) => {
    loopbackOnly(request);
    return reply.type('text/plain; version=0.0.4').send(metrics.text());
  });
}
