import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { FailureSink } from '../http/failure-sink.ts';
import type { Logger } from '../http/log.ts';
import type { UpdateGate } from '../http/update-gate.ts';
import { JobRunner } from './job-runner.ts';

interface Dependencies {
  readonly database: Database;
  readonly gate: UpdateGate;
  readonly log: Logger;
  readonly failures: FailureSink;
}

/** Jobs run while the server serves, and a running one is waited for when it stops. */
export async function jobService(
  app: FastifyInstance,
  { database, gate, log, failures }: Dependencies,
): Promise<void> {
  const runner = new JobRunner(database.sql, log, failures);
  app.addHook('onListen', () => gate.start(() => runner.start(), log));
  app.addHook('onClose', () => runner.stop());
}
