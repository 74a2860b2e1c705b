import type { Sql } from '../database/sql/sql.ts';
import { Change, type ChangeRow } from './changes/change.ts';
import type { ChangeDelivery } from './changes/change-delivery.ts';
import { endChannel } from './channels/leave-channel.ts';
import type { PresenceEntry } from './channels/presence.ts';
import type { PassedOn } from './cluster/outbox-reader.ts';
import type { OutboxRow } from './cluster/outbox-row.ts';
import type { Hub } from './hub.ts';

interface RoomBody {
  readonly topic: string;
  readonly private: boolean;
}
interface BroadcastBody extends RoomBody {
  readonly id?: string;
  readonly event: string;
  readonly payload: unknown;
}
interface PresenceBody extends RoomBody {
  readonly joins: PresenceEntry[];
  readonly leaves: PresenceEntry[];
}

/** Passes on what the outbox brought. */
export async function handleOutboxRows(
  hub: Hub,
  delivery: ChangeDelivery,
  sql: Sql,
  rows: readonly OutboxRow[],
  passedOn: PassedOn,
): Promise<void> {
  const changes: Change[] = [];
  for (const row of rows) {
    if (row.kind === 'change') changes.push(new Change(row as ChangeRow));
    else if (row.kind === 'broadcast') receiveBroadcast(hub, row);
    else if (row.kind === 'presence') receivePresence(hub, read<PresenceBody>(row));
    else disconnectUser(hub, read<{ user_id: string }>(row).user_id);
    if (row.kind !== 'change') passedOn([row.id]);
  }
  if (changes.length > 0) await delivery.deliver(sql, changes, passedOn);
}

function receiveBroadcast(hub: Hub, row: OutboxRow): void {
  const { id, topic, private: isPrivate, event, payload } = read<BroadcastBody>(row);
  const bytes = row.binary_body === null ? undefined : Buffer.from(row.binary_body, 'base64');
  const meta = id === undefined ? undefined : { id };
  hub.rooms.find(topic, isPrivate)?.broadcast({ event, payload: bytes ?? payload, meta });
}

function receivePresence(hub: Hub, { topic, private: isPrivate, joins, leaves }: PresenceBody) {
  hub.rooms.find(topic, isPrivate)?.updatePresence({ joins, leaves });
}

function disconnectUser(hub: Hub, userId: string): void {
  for (const { channels } of hub.connections) {
    for (const channel of [...channels.values()]) {
      if (channel.identity.userId === userId) endChannel(hub, channel, 'Access was withdrawn');
    }
  }
}

function read<T>(row: OutboxRow): T {
  return JSON.parse(row.body ?? '{}') as T;
}
