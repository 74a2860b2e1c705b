import { changeAccessToken } from '../channels/access-token.ts';
import { receiveBroadcast } from '../channels/broadcast.ts';
import type { Channel } from '../channels/channel.ts';
import { joinChannel } from '../channels/join-channel.ts';
import { endChannel, leaveChannel } from '../channels/leave-channel.ts';
import { receivePresence } from '../channels/track.ts';
import type { Hub } from '../hub.ts';
import type { Message } from '../protocol/message.ts';
import type { Connection } from './connection.ts';

/** Answers one message of a client. */
export function dispatch(hub: Hub, connection: Connection, message: Message): void {
  connection.heardAt = performance.now();
  if (message.topic === 'phoenix') {
    // Not queued: a client whose join takes long must not think the line is dead.
    if (message.event === 'heartbeat') connection.reply(message, 'ok');
    return;
  }
  connection.enqueue(async () => {
    if (!connection.open) return;
    try {
      await handle(hub, connection, message);
    } catch (error) {
      hub.log.error({ err: error, event: message.event }, 'a channel message failed');
      const channel = connection.channels.get(message.topic);
      if (channel) {
        leaveChannel(hub, channel);
        channel.pushEnd('phx_error');
      } else connection.reply(message, 'error', { reason: 'Unknown Error on Channel' });
    }
  });
}

async function handle(hub: Hub, connection: Connection, message: Message): Promise<void> {
  if (message.event === 'phx_join') return joinChannel(hub, connection, message);
  const channel = connection.channels.get(message.topic);
  const isCurrent = channel && (message.joinRef === null || message.joinRef === channel.joinRef);
  if (message.event === 'phx_leave') {
    connection.reply(message, 'ok');
    if (isCurrent) {
      leaveChannel(hub, channel);
      channel.pushEnd('phx_close');
    }
    return;
  }
  if (!channel) return connection.reply(message, 'error', { reason: 'unmatched topic' });
  if (!isCurrent) return;
  if (!connection.messageLimit.take()) {
    return endChannel(hub, channel, 'Too many messages per second');
  }
  await handleIn(hub, channel, message);
}

async function handleIn(hub: Hub, channel: Channel, message: Message): Promise<void> {
  switch (message.event) {
    case 'broadcast':
      return receiveBroadcast(hub, channel, message);
    case 'presence':
      return receivePresence(hub, channel, message);
    case 'access_token':
      return changeAccessToken(hub, channel, message);
  }
}
