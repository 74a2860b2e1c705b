import { subscriptionId } from '../changes/subscriptions.ts';
import type { Connection } from '../connection/connection.ts';
import type { Hub } from '../hub.ts';
import type { Message } from '../protocol/message.ts';
import { Channel } from './channel.ts';
import { askChannelPolicies } from './channel-policies.ts';
import { identify } from './identity.ts';
import { JoinError, readJoinOptions } from './join-options.ts';
import { leaveChannel } from './leave-channel.ts';
import { replayMessages } from './replay.ts';
import { subscribeToChanges } from './subscribe-to-changes.ts';
import { showPresence } from './track.ts';

const PREFIX = 'realtime:';
const MAX_TOPIC = 255;
const MAX_CHANNELS = 100;

export async function joinChannel(hub: Hub, connection: Connection, message: Message) {
  try {
    await join(hub, connection, message);
  } catch (error) {
    if (!(error instanceof JoinError)) throw error;
    connection.reply(message, 'error', { reason: error.reason });
  }
}

async function join(hub: Hub, connection: Connection, message: Message): Promise<void> {
  const { topic, joinRef, ref } = message;
  checkTopic(connection, topic);
  const options = readJoinOptions(message.payload);
  const identity = await identify(hub.authenticator, connection.apiKey, options.accessToken);
  if (!(await hub.catalog.includeRole(identity.caller.role))) {
    throw new JoinError('Unauthorized', 'The role of this token cannot be used');
  }
  const channel = new Channel(connection, topic, joinRef ?? ref, options, identity);
  if (options.private) await checkMayRead(hub, channel);
  await hub.reader.start();
  if (!connection.open) return;

  const previous = connection.channels.get(topic);
  if (previous) {
    leaveChannel(hub, previous);
    previous.pushEnd('phx_close');
  }
  connection.channels.set(topic, channel);
  const room = hub.rooms.enter(channel);
  const problem = await subscribeToChanges(hub, channel);
  connection.reply(message, 'ok', {
    postgres_changes: options.writtenChanges.map((written, index) => ({
      ...written,
      id: subscriptionId(options.changes[index] as (typeof options.changes)[number]),
    })),
  });
  if (options.changes.length > 0) {
    channel.pushSystem(
      'postgres_changes',
      problem ? 'error' : 'ok',
      problem ?? 'Subscribed to PostgreSQL',
    );
  }
  if (channel.hearsPresence && channel.readable.presence) await showPresence(hub, room, channel);
  if (options.replay) await replayMessages(hub.sql, channel, options.replay);
}

function checkTopic(connection: Connection, topic: string): void {
  if (!topic.startsWith(PREFIX) || topic.length === PREFIX.length) {
    throw new JoinError('TopicNameRequired', 'You must provide a topic name');
  }
  if (topic.length > MAX_TOPIC) {
    throw new JoinError('TopicNameTooLong', `A topic takes at most ${MAX_TOPIC} characters`);
  }
  if (!connection.joinLimit.take()) {
    throw new JoinError('ClientJoinRateLimitReached', 'Too many joins per second');
  }
  if (connection.channels.size >= MAX_CHANNELS && !connection.channels.has(topic)) {
    throw new JoinError('ChannelRateLimitReached', 'Too many channels');
  }
}

async function checkMayRead(hub: Hub, channel: Channel): Promise<void> {
  const { name, caller } = channel;
  const [readable] = await askChannelPolicies(hub, 'read', name, caller.role, [caller]);
  if (!readable?.broadcast && !readable?.presence) {
    throw new JoinError(
      'Unauthorized',
      `You do not have permissions to read from this Channel topic: ${name}`,
    );
  }
  channel.readable = readable;
}
