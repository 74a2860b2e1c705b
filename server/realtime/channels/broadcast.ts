import type { Hub } from '../hub.ts';
import { isRecord } from '../protocol/is-record.ts';
import type { Message } from '../protocol/message.ts';
import type { Channel } from './channel.ts';
import { askChannelPolicies, EVERYTHING, type Permissions } from './channel-policies.ts';
import type { Broadcast } from './room.ts';

/** A client speaks to its room. Who may not is not heard; nobody is told. */
export async function receiveBroadcast(hub: Hub, channel: Channel, message: Message) {
  const payload = isRecord(message.payload) ? message.payload : {};
  const { event, payload: content } = payload;
  const { broadcast: mayWrite } = await writePermissions(hub, channel);
  if (mayWrite && typeof event === 'string') {
    const broadcast = { event, payload: content ?? {} };
    sendBroadcast(hub, channel.name, channel.options.private, broadcast, channel);
  }
  if (channel.options.acknowledge) {
    channel.connection.reply(message, mayWrite ? 'ok' : 'error', {});
  }
}

/** To everyone in the room, on this server and the others. */
export function sendBroadcast(
  hub: Hub,
  name: string,
  isPrivate: boolean,
  broadcast: Broadcast,
  sender?: Channel,
): void {
  hub.rooms.find(name, isPrivate)?.broadcast(broadcast, sender);
  if (hub.reader.otherServers === 0) return;
  const { event, payload } = broadcast;
  const binary = payload instanceof Uint8Array ? payload : undefined;
  hub.writer.publish({
    kind: 'broadcast',
    body: { topic: name, private: isPrivate, event, payload: binary ? null : payload },
    binary,
  });
}

export async function writePermissions(hub: Hub, channel: Channel): Promise<Permissions> {
  if (!channel.options.private) return EVERYTHING;
  const { name, caller } = channel;
  if (!channel.writable) {
    const [writable] = await askChannelPolicies(hub, 'write', name, caller.role, [caller]);
    channel.writable = writable;
  }
  return channel.writable as Permissions;
}
