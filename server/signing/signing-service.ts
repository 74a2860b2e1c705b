import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import type { UpdateGate } from '../http/update-gate.ts';
import type { Keys } from '../keys/keys.ts';
import { QueueWorker } from '../notifications/queue-worker.ts';
import { leads, type Team } from '../team/team.ts';
import { signingTableOf, workThroughSignatures } from './signing-queue.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly keys: Keys;
  readonly gate: UpdateGate;
  readonly log: Logger;
  readonly team: Team;
}

/** Signs what the project asks for with the key of the installation, and publishes all its keys. */
export async function signingService(
  app: FastifyInstance,
  { config, database: { sql }, keys, gate, log, team }: Dependencies,
): Promise<void> {
  app.get('/.well-known/chalkline-ledger.json', async (_request, reply) => {
    // Whoever checks a file may do so from a page of anywhere.
    reply.headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' });
    return { format: 'chalkline-ledger/1', keys: keys.ledgerKeys.published };
  });
  const table = signingTableOf(config);
  if (!table || !leads(team)) return;
  const queue = new QueueWorker({
    sql,
    log,
    channel: 'signatures',
    waiting: 'signatures wait for the database',
    work: () => workThroughSignatures(sql, table, keys.ledgerKeys),
  });
  app.addHook('onListen', () => gate.start(() => queue.start(), log));
  app.addHook('onClose', () => queue.stop());
}
