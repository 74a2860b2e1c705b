import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import type { Team } from '../team/team.ts';
import { version } from '../version.ts';
import { requireSystemAccess } from './require-system-access.ts';
import type { SystemProbes } from './system-probes.ts';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly database: Database;
  readonly log: Logger;
  readonly probes: SystemProbes;
  readonly team: Team;
}

/** The state of the installation, for the owners who may see it. */
export async function systemApi(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { log, probes, team } = dependencies;
  app.get('/status', async (request, reply) => {
    await requireSystemAccess(dependencies, request);
    void reply.header('cache-control', 'no-store');
    const lines = await probes.lines((probe, err) => {
      log.warn({ requestId: request.id, probe, err }, 'a figure of the system could not be read');
    });
    return {
      checkedAt: new Date().toISOString(),
      server: { host: hostname(), worker: team.place, workers: team.size, version },
      lines,
    };
  });
}
