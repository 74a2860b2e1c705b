import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Keys } from '../keys/keys.ts';
import { baseMapOf } from '../map/map-file.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly demoLogins?: DemoLogins;
}

export interface DemoLogins {
  readonly addresses: readonly string[];
  readonly password: string;
}

const HEALTH_TIMEOUT_MS = 3_000;

export async function systemRoutes(
  app: FastifyInstance,
  { config, database, keys, metrics, demoLogins }: Dependencies,
): Promise<void> {
  app.get('/health', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await Promise.race([database.sql`select 1`, silence()]);
      return { status: 'ok' };
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'unavailable' });
    }
  });

  app.get('/config.json', async (request, reply) => {
    reply.header('cache-control', 'no-cache');
    const origin = config.siteUrlGiven ? config.siteUrl : `${request.protocol}://${request.host}`;
    return {
      supabaseUrl: origin,
      supabaseAnonKey: keys.publishableKey,
      ...(config.smtpUrl === undefined && { mailCaptured: true }),
      ...(demoLogins && { demo: demoLogins }),
      baseMap: await baseMapOf(config),
      ...(config.geocoder && { addressSearch: true }),
      ...(config.weatherUrl && { weather: true }),
      ...(config.signInProviders.length > 0 && {
        signInProviders: config.signInProviders.map(({ name, label }) => ({ name, label })),
      }),
      // Hosted Supabase has no /system/v1: there the app offers no such page.
      systemStatus: true,
    };
  });

  metrics.gauge(() => [
    'process_resident_memory_bytes',
    'Memory of the server process',
    process.memoryUsage.rss(),
  ]);
  // What Supabase's own client reports as a function that is not there.
  app.all('/functions/v1/*', (_request, reply) =>
    reply.code(404).send({ code: 'NOT_FOUND', message: 'Requested function was not found' }),
  );
}

/** A database that neither answers nor refuses is not healthy either. */
async function silence(): Promise<never> {
  await sleep(HEALTH_TIMEOUT_MS, undefined, { ref: false });
  throw new Error('The database does not answer');
}
