import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { accountingService } from './accounting/accounting-service.ts';
import { desktopRoutes } from './accounting/desktop/desktop-routes.ts';
import { acceptApiTokens, withApiTokens } from './auth/api-tokens/accept-api-tokens.ts';
import { ApiTokens } from './auth/api-tokens/api-tokens.ts';
import { authApi } from './auth/auth-api.ts';
import type { Authenticator } from './auth/authenticate.ts';
import { limitAnonymousBodies } from './auth/http/limit-anonymous-bodies.ts';
import { registerBackupProbes } from './backup/backup-probes.ts';
import { nightlyBackup } from './backup/nightly-backup.ts';
import { weeklyRestoreTest } from './backup/weekly-restore-test.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { geocoderRoutes } from './geocoder/geocoder-routes.ts';
import { registerCors } from './http/cors.ts';
import { registerErrorHandler } from './http/error-handler.ts';
import type { FailureSink } from './http/failure-sink.ts';
import type { Logger } from './http/log.ts';
import type { Metrics } from './http/metrics.ts';
import { registerObservation } from './http/observation.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { registerBodyTimeLimit, TIME_LIMITS, timeLimitOptions } from './http/time-limits.ts';
import { registerUpdateGate, type UpdateGate } from './http/update-gate.ts';
import { jobService } from './jobs/job-service.ts';
import type { Keys } from './keys/keys.ts';
import { mailRoutes } from './mail/mail-routes.ts';
import { unsubscribeRoute } from './mail/unsubscribe-route.ts';
import { mapProbe } from './map/map-probe.ts';
import { mapRoutes } from './map/map-routes.ts';
import { mcpApi } from './mcp/mcp-api.ts';
import { pushService } from './push/push-service.ts';
import { realtimeApi } from './realtime/realtime-api.ts';
import { restApi } from './rest/rest-api.ts';
import { scimApi } from './scim/scim-api.ts';
import { signingService } from './signing/signing-service.ts';
import { smsService } from './sms/sms-service.ts';
import { storageApi } from './storage/storage-api.ts';
import { metricsRoute } from './system/metrics-route.ts';
import { systemApi } from './system/system-api.ts';
import type { SystemProbes } from './system/system-probes.ts';
import { leads, type Team } from './team/team.ts';
import { certificateProbe, type TlsState } from './tls/certificate-probe.ts';
import { updateService } from './updates/update-service.ts';
import { weatherRoutes } from './weather/weather-routes.ts';
import { lanRoutes } from './web/lan/lan-routes.ts';
import { type DemoLogins, systemRoutes } from './web/system-routes.ts';
import { webRoutes } from './web/web-routes.ts';
import { webhookService } from './webhooks/webhook-service.ts';

/** Everything the app needs from outside; each part names what it takes of it. */
export interface AppDependencies {
  readonly config: Config;
  /** Accounts anyone may try, where the demo company is open. */
  readonly demoLogins?: DemoLogins;
  readonly database: Database;
  readonly keys: Keys;
  readonly authenticator: Authenticator;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Held while an update checks this version. */
  readonly gate: UpdateGate;
  /** Where answers of 500 and failed jobs are noted. */
  readonly failures: FailureSink;
  /** What Settings › System shows; each part registers its own. */
  readonly probes: SystemProbes;
  readonly team: Team;
  /** Where this server speaks TLS itself. */
  readonly tls?: TlsState;
}

const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

/** Builds the whole server without listening. */
export async function createApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { config } = dependencies;
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    // A busy database makes the start slow; giving up after ten seconds would not make it faster.
    pluginTimeout: 0,
    ...timeLimitOptions(TIME_LIMITS),
    forceCloseConnections: 'idle',
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions: { maxParamLength: 2_000 },
    genReqId: () => randomUUID(),
  });
  registerErrorHandler(app, dependencies.log);
  registerObservation(app, dependencies);
  registerUpdateGate(app, dependencies.gate);
  registerBodyTimeLimit(app, TIME_LIMITS);
  registerSecurityHeaders(app, config, () => dependencies.tls?.check.hstsHeader());
  dependencies.probes.register('certificate', certificateProbe(config, dependencies.tls));
  registerCors(app);
  const tokens = new ApiTokens(dependencies.database.sql, config.apiTokenLimit);
  acceptApiTokens(app, tokens);
  const forTokens = {
    ...dependencies,
    tokens,
    authenticator: withApiTokens(dependencies.authenticator, tokens),
  };
  limitAnonymousBodies(app, forTokens.authenticator);
  await app.register(systemRoutes, dependencies);
  await app.register(lanRoutes, dependencies);
  registerBackupProbes(dependencies);
  if (leads(dependencies.team)) {
    await app.register(nightlyBackup, dependencies);
    await app.register(weeklyRestoreTest, dependencies);
  }
  await app.register(mailRoutes, dependencies);
  await app.register(unsubscribeRoute, dependencies);
  await app.register(pushService, dependencies);
  await app.register(signingService, dependencies);
  if (leads(dependencies.team)) await app.register(jobService, dependencies);
  await app.register(authApi, { ...dependencies, prefix: '/auth/v1' });
  await app.register(restApi, { ...forTokens, root: app, prefix: '/rest/v1' });
  await app.register(scimApi, { ...forTokens, prefix: '/scim/v2' });
  await app.register(mcpApi, forTokens);
  await app.register(storageApi, { ...forTokens, prefix: '/storage/v1' });
  await app.register(realtimeApi, { ...forTokens, prefix: '/realtime/v1' });
  await app.register(metricsRoute, dependencies);
  await app.register(systemApi, { ...dependencies, prefix: '/system/v1' });
  await app.register(mapRoutes, { ...dependencies, prefix: '/system/v1/map' });
  dependencies.probes.register('map', mapProbe(config));
  await app.register(geocoderRoutes, dependencies);
  await app.register(weatherRoutes, dependencies);
  await app.register(smsService, dependencies);
  await app.register(webhookService, dependencies);
  await app.register(accountingService, { ...dependencies, prefix: '/accounting/v1' });
  await app.register(desktopRoutes, { ...dependencies, prefix: '/quickbooks/desktop' });
  await app.register(updateService, { ...dependencies, prefix: '/system/v1' });
  await app.register(webRoutes, dependencies);
  return app;
}
