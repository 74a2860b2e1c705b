import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../app.ts';
import { JobRunner } from './job-runner.ts';

/** Jobs run while the server serves, and a running one is waited for when it stops. */
export async function jobService(
  app: FastifyInstance,
  { database, log }: AppDependencies,
): Promise<void> {
  const runner = new JobRunner(database.sql, log);
  app.addHook('onListen', () => runner.start());
  app.addHook('onClose', () => runner.stop());
}
