import type { FastifyInstance } from 'fastify';
import type { ApiTokens } from '../auth/api-tokens/api-tokens.ts';
import type { Authenticator } from '../auth/authenticate.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Team } from '../team/team.ts';
import { broadcastRoutes } from './broadcast-routes.ts';
import { acceptSockets } from './connection/accept-sockets.ts';
import { SocketsPerAddress } from './connection/sockets-per-address.ts';
import { createHub } from './create-hub.ts';
import { SessionGuard } from './session-guard.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly tokens: ApiTokens;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly team: Team;
  /** How often a server says it is alive and looks around; tests ask for more. */
  readonly heartbeatMs?: number;
}

/** Supabase Realtime's contract: channels, changed rows, broadcast and presence. */
export async function realtimeApi(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { config, database, authenticator, log, metrics, team } = dependencies;
  const hub = createHub(database.sql, authenticator, log, dependencies.heartbeatMs);
  const guard = new SessionGuard(hub, dependencies.tokens, dependencies.heartbeatMs);
  await hub.registry.start();
  await hub.catalog.refresh();
  guard.start();
  const addresses = new SocketsPerAddress(config.trustedProxies, team.size);
  const sockets = acceptSockets(hub, app.server, addresses);
  metrics.gauge(() => ['realtime_sockets', 'Open realtime sockets', hub.connections.size]);
  await app.register(broadcastRoutes, { hub });

  // Before the HTTP server closes: it would wait for sockets that never end by themselves.
  app.addHook('preClose', async () => {
    guard.stop();
    await sockets.close();
    await hub.close();
  });
}
