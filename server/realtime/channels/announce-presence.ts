import type { Hub } from '../hub.ts';
import type { Channel } from './channel.ts';
import type { PresenceDiff, PresenceEntry } from './presence.ts';
import type { Room } from './room.ts';

export function track(hub: Hub, room: Room, channel: Channel, meta: Record<string, unknown>): void {
  const previous = channel.presence;
  const presence: PresenceEntry = {
    key: channel.options.presenceKey,
    ref: hub.nextPresenceRef(),
    meta: previous ? { ...meta, phx_ref_prev: previous.ref } : meta,
  };
  channel.presence = presence;
  announce(hub, room, { joins: [presence], leaves: previous ? [previous] : [] });
}

export function untrack(hub: Hub, room: Room, channel: Channel): void {
  const { presence } = channel;
  if (!presence) return;
  channel.presence = undefined;
  announce(hub, room, { joins: [], leaves: [presence] });
}

function announce(hub: Hub, room: Room, diff: PresenceDiff): void {
  room.updatePresence(diff);
  const { name: topic, private: isPrivate } = room;
  for (const { key, ref } of diff.leaves) {
    hub.writer.writePresence({ topic, private: isPrivate, key, ref, meta: null });
  }
  for (const { key, ref, meta } of diff.joins) {
    hub.writer.writePresence({ topic, private: isPrivate, key, ref, meta });
  }
  hub.writer.publish({ kind: 'presence', body: { topic, private: isPrivate, ...diff } });
}
