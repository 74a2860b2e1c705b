import Fastify, { type FastifyInstance } from 'fastify';
import { desktopRoutes } from '../../server/accounting/desktop/desktop-routes.ts';
import { readConfig } from '../../server/config.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { createLog } from '../../server/http/log.ts';
import { registerBodyTimeLimit, TIME_LIMITS } from '../../server/http/time-limits.ts';

export const DESKTOP_PATH = '/quickbooks/desktop';

/** The address of the Web Connector alone, on a free port. */
export async function serveDesktop(sql: Sql): Promise<{ app: FastifyInstance; url: string }> {
  const config = readConfig({ DATA_DIR: '/nowhere', PORT: '0' }, process.cwd());
  const app = Fastify({ pluginTimeout: 0 });
  registerBodyTimeLimit(app, { ...TIME_LIMITS, bodyMs: 300 });
  const dependencies = { config, database: { sql } as never, log: createLog('error') };
  await app.register(desktopRoutes, { ...dependencies, prefix: DESKTOP_PATH });
  return { app, url: `${await app.listen({ port: 0, host: '127.0.0.1' })}${DESKTOP_PATH}` };
}
