import type { Hub } from '../hub.ts';
import { untrack } from './announce-presence.ts';
import type { Channel } from './channel.ts';

/** Forgets a channel: its subscriptions, its presence, its seat in the room. */
export function leaveChannel(hub: Hub, channel: Channel): void {
  if (channel.closed) return;
  channel.closed = true;
  const { connection, topic, options, caller } = channel;
  if (connection.channels.get(topic) === channel) connection.channels.delete(topic);
  for (const change of options.changes) hub.subscriptions.remove(change, channel, caller);
  const room = hub.rooms.exit(channel);
  if (room) untrack(hub, room, channel);
}

/** Ends a channel for good and says why: the client does not come back by itself. */
export function endChannel(hub: Hub, channel: Channel, reason: string): void {
  if (channel.closed) return;
  leaveChannel(hub, channel);
  channel.pushSystem('system', 'error', reason);
  channel.pushEnd('phx_close');
}
