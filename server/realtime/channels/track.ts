import type { Hub } from '../hub.ts';
import { isRecord } from '../protocol/is-record.ts';
import type { Message } from '../protocol/message.ts';
import { track, untrack } from './announce-presence.ts';
import { writePermissions } from './broadcast.ts';
import type { Channel } from './channel.ts';
import { endChannel } from './leave-channel.ts';
import type { PresenceEntry } from './presence.ts';
import type { Room } from './room.ts';

const LARGEST_META_BYTES = 64 * 1024;

/** A client tells its room that it is there, what it does, or that it is gone. */
export async function receivePresence(hub: Hub, channel: Channel, message: Message) {
  const payload = isRecord(message.payload) ? message.payload : {};
  if (!channel.presenceLimit.take()) {
    return endChannel(hub, channel, 'Client presence rate limit exceeded');
  }
  const room = hub.rooms.of(channel);
  if (!room) return;
  if (payload['event'] === 'untrack') {
    untrack(hub, room, channel);
    return channel.connection.reply(message, 'ok');
  }
  const meta = payload['payload'] ?? {};
  if (payload['event'] !== 'track' || !isRecord(meta)) {
    const reason = 'Presence track payload must be a map';
    return channel.connection.reply(message, 'error', { reason });
  }
  if (JSON.stringify(meta).length > LARGEST_META_BYTES) {
    return endChannel(hub, channel, 'Track message size exceeded');
  }
  const { presence: mayWrite } = await writePermissions(hub, channel);
  if (!mayWrite) return channel.connection.reply(message, 'error');
  if (channel.closed) return;
  track(hub, room, channel, meta);
  channel.connection.reply(message, 'ok');
  if (!channel.hearsPresence) {
    channel.hearsPresence = channel.readable.presence;
    if (channel.hearsPresence) await showPresence(hub, room, channel);
  }
}

/** Tells a client who is there, on all servers. */
export async function showPresence(hub: Hub, room: Room, channel: Channel): Promise<void> {
  room.loaded ??= loadPresence(hub, room);
  await room.loaded;
  channel.push('presence_state', room.presence.state());
}

/**
 * Between two rounds of the reader: news that come later are applied later, so nobody who left
 * stays.
 */
async function loadPresence(hub: Hub, room: Room): Promise<void> {
  const entries = await hub.reader.exclusively(
    (sql) => sql<PresenceEntry[]>`
      select p.key, p.ref, p.meta
        from realtime.presences p join realtime.servers s on s.id = p.server
       where p.topic = ${room.name} and p.private = ${room.private}
         and p.server <> ${hub.serverId} and s.seen_at > now() - interval '20 seconds'`,
  );
  room.presence.apply({ joins: entries, leaves: [] });
}
