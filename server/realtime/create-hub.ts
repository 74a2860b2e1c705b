import { randomUUID } from 'node:crypto';
import type { Authenticator } from '../auth/authenticate.ts';
import type { Sql } from '../database/sql/sql.ts';
import type { Logger } from '../http/log.ts';
import { ChangeDelivery } from './changes/change-delivery.ts';
import { PatternLane } from './changes/pattern-lane.ts';
import { Subscriptions } from './changes/subscriptions.ts';
import { TableCatalog } from './changes/table-catalog.ts';
import type { Channel } from './channels/channel.ts';
import { endChannel, leaveChannel } from './channels/leave-channel.ts';
import { Rooms } from './channels/rooms.ts';
import { OutboxReader } from './cluster/outbox-reader.ts';
import { OutboxWriter } from './cluster/outbox-writer.ts';
import { HEARTBEAT_MS, ServerRegistry } from './cluster/server-registry.ts';
import type { Connection } from './connection/connection.ts';
import { handleOutboxRows } from './handle-outbox-rows.ts';
import type { Hub } from './hub.ts';

const STATEMENT_TIMEOUT_MS = 10_000;
const CHECK_TIMEOUT_MS = 3_000;
const PATTERN_TIMEOUT_MS = 200;
const CHECK_CONNECTIONS = 2;
const MIN_REFRESH_INTERVAL_MS = 1_000;

export function createHub(
  sql: Sql,
  authenticator: Authenticator,
  log: Logger,
  heartbeatMs = HEARTBEAT_MS,
): Hub {
  const serverId = randomUUID();
  const connections = new Set<Connection>();
  const rooms = new Rooms();
  const subscriptions = new Subscriptions();
  const catalog = new TableCatalog(sql);
  const failed = (error: unknown) => log.warn({ err: error }, 'realtime lost its database');
  const line = openLine(sql, STATEMENT_TIMEOUT_MS);
  const checks = openLine(sql, CHECK_TIMEOUT_MS, CHECK_CONNECTIONS);
  const patternLine = openLine(sql, PATTERN_TIMEOUT_MS);
  const patterns = new PatternLane(patternLine);
  const delivery = new ChangeDelivery(catalog, subscriptions, patterns, {
    gaveUp: (subscriber, reason) => endChannel(hub, subscriber as Channel, reason),
    failed,
    askedOneByOne: ({ sqlName: table }, error) =>
      log.warn({ table, err: error }, 'realtime asks the policies of every listener by itself'),
  });
  let presenceCount = 0;
  let refreshedAt = 0;

  const hub: Hub = {
    serverId,
    sql,
    checks,
    patterns,
    authenticator,
    log,
    connections,
    endedTokens: new Set(),
    rooms,
    subscriptions,
    catalog,
    reader: new OutboxReader(line, serverId, {
      receive: (...received) => handleOutboxRows(hub, delivery, ...received),
      missed: () => rejoin(hub, () => true),
      failed,
    }),
    writer: new OutboxWriter(sql, serverId, failed),
    registry: new ServerRegistry(
      sql,
      serverId,
      {
        forgotten: () => {
          announceAgain(hub);
          // Nobody captured changes for us meanwhile.
          rejoin(hub, ({ options }) => options.changes.length > 0);
        },
        beat: () => keepUp(hub),
        failed,
      },
      heartbeatMs,
    ),
    nextPresenceRef: () => `${serverId.slice(0, 8)}-${++presenceCount}`,
    async refreshCatalog() {
      if (performance.now() - refreshedAt < MIN_REFRESH_INTERVAL_MS) return;
      refreshedAt = performance.now();
      await catalog.refresh();
    },
    async close() {
      await hub.reader.stop();
      await hub.writer.flush();
      await hub.registry.stop().catch(failed);
      await Promise.all([line, checks, patternLine].map((own) => own.end({ timeout: 1 })));
    },
  };
  return hub;
}

/**
 * A connection of its own: the reader's, where the plans of policies stay warm, and those for what
 * clients ask. The time-out: a policy that never ends must not silence everyone else.
 */
function openLine(sql: Sql, statementTimeoutMs: number, max = 1): Sql {
  return sql.again({ max, statementTimeoutMs });
}

/** With every heartbeat: published tables, policies and rights as they are now. */
async function keepUp(hub: Hub): Promise<void> {
  const { catalog, registry, subscriptions } = hub;
  if (hub.connections.size > 0) await catalog.refresh();
  const wanted = [...subscriptions.all()].flatMap(({ request }) =>
    catalog.relationsFor(request.schema, request.table),
  );
  registry.keepWatching(wanted);
  await registry.watch(wanted);
}

/** Clients join anew on an error, and refetch what they show. */
function rejoin(hub: Hub, concerns: (channel: Channel) => boolean): void {
  for (const connection of hub.connections) {
    for (const channel of [...connection.channels.values()].filter(concerns)) {
      leaveChannel(hub, channel);
      channel.pushEnd('phx_error');
    }
  }
}

/** The others removed us as dead while we were away: tell them again who is here. */
function announceAgain(hub: Hub): void {
  for (const connection of hub.connections) {
    for (const { presence, name, options } of connection.channels.values()) {
      if (!presence) continue;
      const room = { topic: name, private: options.private };
      hub.writer.writePresence({ ...room, ...presence });
      hub.writer.publish({ kind: 'presence', body: { ...room, joins: [presence], leaves: [] } });
    }
  }
}
