import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { HttpError } from '../http/http-error.ts';
import type { Logger } from '../http/log.ts';
import { requireSystemAccess } from '../system/require-system-access.ts';
import type { SystemProbes } from '../system/system-probes.ts';
import { leads, type Team } from '../team/team.ts';
import { version } from '../version.ts';
import { UpdateChecks } from './update-checks.ts';
import { updateLine } from './update-probe.ts';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  readonly probes: SystemProbes;
  readonly team: Team;
}

const CHECK_EVERY_MS = 15 * 60_000;

/** With UPDATE_URL set, asks it once a day while the server serves; without it nobody is asked. */
export async function updateService(
  app: FastifyInstance,
  dependencies: Dependencies,
): Promise<void> {
  const { config, database, log, probes, team } = dependencies;
  const checks = config.updateUrl && new UpdateChecks(database.sql, config.updateUrl);
  probes.register('update', () => updateLine(checks || undefined, version));

  /** Check now; answers the line as Settings › System shows it. */
  app.post('/update-check', async (request, reply) => {
    await requireSystemAccess(dependencies, request);
    void reply.header('cache-control', 'no-store');
    if (!checks) {
      const message = 'This installation asks nobody for new versions: UPDATE_URL is not set.';
      throw new HttpError(409, { code: 'update_url_missing', message });
    }
    await checks.runByHand();
    return updateLine(checks, version);
  });
  if (checks && leads(team)) askDaily(app, checks, log);
}

function askDaily(app: FastifyInstance, checks: UpdateChecks, log: Logger): void {
  let running: Promise<unknown> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const tick = (): void => {
    running ??= checks
      .runIfDue()
      .catch((error: unknown) => log.warn({ err: error }, 'update check waits for the database'))
      .finally(() => {
        running = undefined;
      });
  };
  app.addHook('onListen', () => {
    tick();
    timer = setInterval(tick, CHECK_EVERY_MS);
    timer.unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
