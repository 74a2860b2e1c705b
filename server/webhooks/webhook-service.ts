import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import type { UpdateGate } from '../http/update-gate.ts';
import { leads, type Team } from '../team/team.ts';
import { WebhookClient } from './webhook-client.ts';
import { WebhookDelivery } from './webhook-delivery.ts';
import { WebhookQueue, webhookHooks } from './webhook-queue.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly gate: UpdateGate;
  readonly log: Logger;
  readonly team: Team;
}

/** Delivers the webhooks that the project gives out (decision 442). */
export async function webhookService(
  app: FastifyInstance,
  { config, database, gate, log, team }: Dependencies,
): Promise<void> {
  const hooks = webhookHooks(config);
  if (!hooks || !leads(team)) return;
  const { sql } = database;
  const client = new WebhookClient({ allowed: config.webhookAllowed });
  const queue = new WebhookQueue(sql, hooks);
  const delivery = new WebhookDelivery({ sql, log, queue, client });
  app.addHook('onListen', () => gate.start(() => delivery.start(), log));
  app.addHook('onClose', async () => {
    await delivery.stop();
    client.close();
  });
}
