import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import type { Config } from '../config.ts';
import { readStatus, type StatusSources } from './read-status.ts';
import { registerProbes } from './register-probes.ts';
import { requireSystemAccess } from './require-system-access.ts';
import { sendTestMail } from './test-mail.ts';

interface Dependencies extends StatusSources {
  readonly authenticator: Authenticator;
  readonly config: Config;
}

/** The state of the installation, for the owners who may see it. */
export async function systemApi(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { config, database } = dependencies;
  registerProbes(dependencies);

  app.get('/status', async (request, reply) => {
    await requireSystemAccess(dependencies, request);
    void reply.header('cache-control', 'no-store');
    return readStatus(dependencies);
  });

  app.post('/test-mail', async (request, reply) => {
    const { userId } = await requireSystemAccess(dependencies, request);
    void reply.header('cache-control', 'no-store');
    const siteUrl = config.siteUrlGiven ? config.siteUrl : `${request.protocol}://${request.host}`;
    return sendTestMail({ config, sql: database.sql, siteUrl }, userId);
  });
}
