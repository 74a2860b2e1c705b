import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import { JobRunner } from './job-runner.ts';

interface Dependencies {
  readonly database: Database;
  readonly log: Logger;
}

/** Jobs run while the server serves, and a running one is waited for when it stops. */
export async function jobService(
  app: FastifyInstance,
  { database, log }: Dependencies,
): Promise<void> {
  const runner = new JobRunner(database.sql, log);
  app.addHook('onListen', () => runner.start());
  app.addHook('onClose', () => runner.stop());
}
