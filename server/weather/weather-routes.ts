import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Authenticator } from '../auth/authenticate.ts';
import { createRateLimits } from '../auth/rate-limits.ts';
import { requirePermission } from '../auth/require-permission.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { HttpError } from '../http/http-error.ts';
import type { Logger } from '../http/log.ts';
import type { UpdateGate } from '../http/update-gate.ts';
import type { SystemProbes } from '../system/system-probes.ts';
import { leads, type Team } from '../team/team.ts';
import { version } from '../version.ts';
import { WeatherClient, WeatherError, type WeatherFailure } from './weather-client.ts';
import { rounded, WeatherDays } from './weather-days.ts';
import { weatherProbe } from './weather-probe.ts';
import { WeatherReader, weatherHooks } from './weather-reader.ts';

interface Dependencies {
  readonly config: Config;
  readonly authenticator: Authenticator;
  readonly database: Database;
  readonly probes: SystemProbes;
  readonly log: Logger;
  readonly gate: UpdateGate;
  readonly team: Team;
}

const dayQuery = z.object({
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
  date: z.iso.date(),
});

const REQUESTS_PER_MINUTE = 30;

/** The weather of a place and day, so that no browser has to ask a third party. */
export async function weatherRoutes(
  app: FastifyInstance,
  dependencies: Dependencies,
): Promise<void> {
  const { config, database, probes, log, gate, team } = dependencies;
  const { weatherUrl } = config;
  const client =
    weatherUrl === undefined
      ? undefined
      : new WeatherClient(weatherUrl, `Chalkline/${version} (${config.siteUrl})`);
  probes.register('weather', weatherProbe(client));
  if (!client) return;
  const limits = createRateLimits(database.sql);
  const days = new WeatherDays(client, limits);
  const hooks = weatherHooks(config);
  if (hooks && leads(team)) {
    const reader = new WeatherReader(database.sql, days, hooks, log);
    app.addHook('onListen', () => gate.start(async () => reader.start(), log));
    app.addHook('onClose', () => reader.stop());
  }
  app.get('/weather/v1/day', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { latitude, longitude, date } = readQuery(request.query);
    const place = [rounded(latitude), rounded(longitude)];
    const userId = await requirePermission(dependencies, request, {
      name: 'may_read_weather',
      values: place,
      refused,
      missing: refused,
    });
    const limit = { key: `weather:${userId}`, capacity: REQUESTS_PER_MINUTE, perSeconds: 60 };
    const waitSeconds = await limits.tryTake([limit]);
    if (waitSeconds > 0) throw tooMany(waitSeconds);
    return days.find(latitude, longitude, date).catch((error: unknown) => {
      if (!(error instanceof WeatherError)) throw error;
      throw failureOf(error);
    });
  });
}

function readQuery(query: unknown): z.infer<typeof dayQuery> {
  const parsed = dayQuery.safeParse(query);
  if (parsed.success) return parsed.data;
  const message = 'Send latitude, longitude and a date such as 2026-07-01';
  throw new HttpError(400, { code: 'weather_query', message });
}

function refused(): HttpError {
  const message = 'You may read the weather of places you work at.';
  return new HttpError(403, { code: 'weather_not_allowed', message });
}

function tooMany(waitSeconds: number): HttpError {
  const headers = { 'retry-after': String(Math.ceil(waitSeconds)) };
  const message = 'You are asking for the weather too fast.';
  return new HttpError(429, { code: 'weather_too_many', message }, { headers });
}

const STATUS: Readonly<Record<WeatherFailure, number>> = {
  unreachable: 502,
  timeout: 504,
  refused: 502,
  busy: 503,
  unknown_answer: 502,
};

function failureOf(error: WeatherError): HttpError {
  const { failure, message } = error;
  const headers = failure === 'busy' ? { 'retry-after': '5' } : {};
  return new HttpError(
    STATUS[failure],
    { code: `weather_${failure}`, message },
    { headers, cause: error },
  );
}
