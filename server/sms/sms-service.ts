import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import { siteUrlOf } from '../http/site-url.ts';
import type { UpdateGate } from '../http/update-gate.ts';
import type { SystemProbes } from '../system/system-probes.ts';
import { leads, type Team } from '../team/team.ts';
import { callbackRoutes } from './callback-routes.ts';
import { callbackUrlOf } from './callbacks.ts';
import { capturedRoutes } from './captured-routes.ts';
import { createGateway, gatewayMode } from './create-gateway.ts';
import { smsProbe } from './sms-probe.ts';
import { TextDelivery } from './text-delivery.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  readonly gate: UpdateGate;
  readonly probes: SystemProbes;
  readonly team: Team;
}

/** Sends text messages through the gateway of the settings, and hears what it reports. */
export async function smsService(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { config, database, log, gate, probes, team } = dependencies;
  const { sql } = database;
  const siteUrl = siteUrlOf(app, config);
  const mode = gatewayMode(config);
  const gateway = createGateway(config, sql);
  const callbackUrl = callbackUrlOf(config.sms, siteUrl);
  const delivery = new TextDelivery({ sql, config, log, gateway, siteUrl, callbackUrl });
  probes.register('sms', smsProbe(mode, gateway?.host ?? '', sql));

  const { sms } = config;
  if (sms) {
    const context = { config: { ...config, sms }, sql, log, siteUrl, wake };
    await app.register(callbackRoutes, { ...context, prefix: '/sms/v1' });
  }
  if (mode === 'captured') capturedRoutes(app, sql, () => delivery.drain());

  function wake(): void {
    void delivery.drain();
  }

  if (leads(team)) {
    app.addHook('onListen', () =>
      gate.start(async () => {
        await sql`
          insert into sms.gateway (mode, sender) values (${mode}, ${senderOf(config)})
          on conflict (only_row) do update set mode = excluded.mode, sender = excluded.sender`;
        await delivery.start();
      }, log),
    );
  }
  app.addHook('onClose', () => delivery.stop());
}

function senderOf({ sms }: Config): string | null {
  return sms?.from ?? null;
}
