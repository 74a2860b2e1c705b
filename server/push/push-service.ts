import type { FastifyInstance } from 'fastify';
import { type Config, isLoopback } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import { siteUrlOf } from '../http/site-url.ts';
import type { UpdateGate } from '../http/update-gate.ts';
import type { Keys } from '../keys/keys.ts';
import type { SystemProbes } from '../system/system-probes.ts';
import { leads, type Team } from '../team/team.ts';
import { PushClient } from './push-client.ts';
import { PushDelivery } from './push-delivery.ts';
import { pushProbe } from './push-probe.ts';
import { Vapid } from './vapid.ts';
import { WayOut, WELL_KNOWN } from './way-out.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly keys: Keys;
  readonly gate: UpdateGate;
  readonly log: Logger;
  readonly probes: SystemProbes;
  readonly team: Team;
}

/** Sends queued notifications to the devices of people, and says which key they subscribe with. */
export async function pushService(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { config, database, keys, gate, log, probes, team } = dependencies;
  const { sql } = database;
  const client = new PushClient(config.push.allowed);
  const wayOut = new WayOut({ sql, client, services: servicesOf(config.push.allowed) });
  const delivery = new PushDelivery({
    sql,
    config,
    log,
    client,
    wayOut,
    vapid: new Vapid(keys.pushKey, subjectOf(config)),
    siteUrl: siteUrlOf(app, config),
  });
  probes.register('push', pushProbe(config, sql, wayOut));
  app.get('/push/key', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300');
    return { key: keys.pushKey.publicKey };
  });
  if (leads(team)) app.addHook('onListen', () => gate.start(() => delivery.start(), log));
  app.addHook('onClose', async () => {
    await delivery.stop();
    client.close();
  });
}

/** PUSH_ALLOW means that others than the usual ones are used. */
function servicesOf(allowed: readonly string[]): readonly string[] {
  if (allowed.length === 0) return WELL_KNOWN;
  return allowed.map((host) => {
    const isPlain = isLoopback(host.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''));
    return `${isPlain ? 'http' : 'https'}://${host}`;
  });
}

/** Whom a push service may write to if something is wrong with what we send. */
function subjectOf({ push, siteUrl, mailFrom }: Config): string {
  if (push.subject !== undefined) return push.subject;
  if (siteUrl.startsWith('https://')) return siteUrl;
  return `mailto:${/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
}
