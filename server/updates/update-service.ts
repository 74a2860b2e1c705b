import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import { UpdateChecks } from './update-checks.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
}

const CHECK_EVERY_MS = 15 * 60_000;

/** With UPDATE_URL set, asks it once a day while the server serves; without it nobody is asked. */
export async function updateService(
  app: FastifyInstance,
  { config, database, log }: Dependencies,
): Promise<void> {
  if (config.updateUrl === undefined) return;
  const checks = new UpdateChecks(database.sql, config.updateUrl);
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
