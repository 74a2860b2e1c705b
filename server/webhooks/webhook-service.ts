import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import type { UpdateGate } from '../http/update-gate.ts';
import type { Keys } from '../keys/keys.ts';
import type { SystemProbes } from '../system/system-probes.ts';
import { leads, type Team } from '../team/team.ts';
import { WebhookClient } from './webhook-client.ts';
import { WebhookDelivery } from './webhook-delivery.ts';
import { webhookProbe } from './webhook-probe.ts';
import { WebhookQueue, webhookHooks } from './webhook-queue.ts';
import { WebhookSecrets } from './webhook-secrets.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly gate: UpdateGate;
  readonly keys: Keys;
  readonly log: Logger;
  readonly probes: SystemProbes;
  readonly team: Team;
}

/** Delivers the webhooks that the project gives out (decision 442). */
export async function webhookService(
  app: FastifyInstance,
  { config, database, gate, keys, log, probes, team }: Dependencies,
): Promise<void> {
  const hooks = webhookHooks(config);
  if (!hooks) return;
  const { sql } = database;
  if (hooks.figures) probes.register('webhooks', webhookProbe(sql, hooks.figures));
  if (!leads(team)) return;
  const client = new WebhookClient({ allowed: config.webhookAllowed });
  const queue = new WebhookQueue(sql, hooks);
  const secrets = new WebhookSecrets({ sql, log, keys, hooks });
  const delivery = new WebhookDelivery({ sql, log, queue, client, secrets });
  app.addHook('onListen', () =>
    gate.start(async () => {
      await secrets.start();
      await delivery.start();
    }, log),
  );
  app.addHook('onClose', async () => {
    await delivery.stop();
    await secrets.stop();
    client.close();
  });
}
