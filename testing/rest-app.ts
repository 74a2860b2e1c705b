import Fastify, { type FastifyInstance } from 'fastify';
import type { Identity } from '../server/auth/authenticate.ts';
import type { ProjectConfig } from '../server/config.ts';
import { openDatabase } from '../server/database/open-database.ts';
import type { Endpoint } from '../server/database/wire/endpoint.ts';
import { registerErrorHandler } from '../server/http/error-handler.ts';
import { createLog } from '../server/http/log.ts';
import { restApi } from '../server/rest/rest-api.ts';

export interface RestApp {
  readonly app: FastifyInstance;
  close(): Promise<void>;
}

/** Who `x-role: authenticated` is. */
export const MEMBER = '11111111-1111-4111-8111-111111111111';

/** The data API alone, without listening; the headers `x-role` and `x-sub` say who asks. */
export async function createRestApp(
  endpoint: Endpoint,
  project: ProjectConfig,
  connections = 12,
): Promise<RestApp> {
  const database = openDatabase(endpoint, endpoint, connections);
  const log = createLog('silent');
  const app = Fastify({ pluginTimeout: 0 });
  registerErrorHandler(app, log);
  await app.register(restApi, {
    prefix: '/rest/v1',
    config: { project, siteUrl: 'http://localhost' } as never,
    database,
    log,
    authenticator: { authenticate: identityOf } as never,
    root: app,
  });
  return {
    app,
    async close() {
      await app.close();
      await database.close();
    },
  };
}

function identityOf(headers: Record<string, unknown>): Identity {
  const role = String(headers['x-role'] ?? 'anon');
  const sub = String(headers['x-sub'] ?? MEMBER);
  const claims = role === 'anon' ? { role } : { role, sub };
  return { caller: { role, claims: JSON.stringify(claims) }, role, claims, keyRole: 'anon' };
}
