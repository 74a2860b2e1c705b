import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Authenticator } from '../auth/authenticate.ts';
import { createRateLimits } from '../auth/rate-limits.ts';
import { requirePermission } from '../auth/require-permission.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { HttpError } from '../http/http-error.ts';
import type { SystemProbes } from '../system/system-probes.ts';
import { version } from '../version.ts';
import { AddressSearch } from './address-search.ts';
import { GeocoderClient, GeocoderError, type GeocoderFailure } from './geocoder-client.ts';
import { geocoderProbe } from './geocoder-probe.ts';

interface Dependencies {
  readonly config: Config;
  readonly authenticator: Authenticator;
  readonly database: Database;
  readonly probes: SystemProbes;
}

const searchBody = z.object({
  query: z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .pipe(z.string().min(3).max(200)),
  language: z.enum(['en', 'es']).default('en'),
});

const SEARCHES_PER_MINUTE = 20;
const PERMISSION = { name: 'may_find_addresses', refused, missing: refused } as const;

/**
 * Looks up an address for a person, so that no browser has to ask a third party. A POST: what people look for
 * belongs in no log of addresses.
 */
export async function geocoderRoutes(
  app: FastifyInstance,
  dependencies: Dependencies,
): Promise<void> {
  const { config, database, probes } = dependencies;
  const { geocoder } = config;
  const client =
    geocoder && new GeocoderClient(geocoder, `Chalkline/${version} (${config.siteUrl})`);
  probes.register('geocoder', geocoderProbe(client));
  if (!client) return;
  const limits = createRateLimits(database.sql);
  const addresses = new AddressSearch(client, limits);
  app.post('/geocoder/v1/search', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const userId = await requirePermission(dependencies, request, PERMISSION);
    const { query, language } = readBody(request.body);
    const key = `geocoder:${userId}`;
    const limit = { key, capacity: SEARCHES_PER_MINUTE, perSeconds: 60 };
    const waitSeconds = await limits.tryTake([limit]);
    if (waitSeconds > 0) throw tooMany(waitSeconds);
    return addresses.find(query, language).catch((error: unknown) => {
      if (!(error instanceof GeocoderError)) throw error;
      throw failureOf(error);
    });
  });
}

function readBody(body: unknown): z.infer<typeof searchBody> {
  const parsed = searchBody.safeParse(body);
  if (parsed.success) return parsed.data;
  const message = 'Send {"query": "…"} with 3 to 200 characters';
  throw new HttpError(400, { code: 'geocoder_query', message });
}

function refused(): HttpError {
  const message = 'Only managers and owners may look up addresses.';
  return new HttpError(403, { code: 'geocoder_managers_only', message });
}

function tooMany(waitSeconds: number): HttpError {
  const headers = { 'retry-after': String(Math.ceil(waitSeconds)) };
  const message = 'You are looking up addresses too fast.';
  return new HttpError(429, { code: 'geocoder_too_many', message }, { headers });
}

const STATUS: Readonly<Record<GeocoderFailure, number>> = {
  unreachable: 502,
  timeout: 504,
  refused: 502,
  busy: 503,
  unknown_answer: 502,
};

function failureOf(error: GeocoderError): HttpError {
  const { failure, message } = error;
  const headers = failure === 'busy' ? { 'retry-after': '5' } : {};
  return new HttpError(
    STATUS[failure],
    { code: `geocoder_${failure}`, message },
    { headers, cause: error },
  );
}
