import { holdRefusal } from '../../http/hold-refusal.ts';
import { hasPattern } from '../changes/filter.ts';
import { type ChangeRequest, subscriptionId } from '../changes/subscriptions.ts';
import type { Connection } from '../connection/connection.ts';
import type { Hub } from '../hub.ts';
import type { Message } from '../protocol/message.ts';
import { Channel } from './channel.ts';
import { askChannelPolicies } from './channel-policies.ts';
import { identify, refuseEndedToken } from './identity.ts';
import { JoinError, readJoinOptions } from './join-options.ts';
import { leaveChannel } from './leave-channel.ts';
import { replayMessages } from './replay.ts';
import { admitChanges, subscribe } from './subscribe-to-changes.ts';
import { showPresence } from './track.ts';

const PREFIX = 'realtime:';
const MAX_TOPIC = 255;
const MAX_CHANNELS = 100;
/** Of one socket, on all its channels. */
const MAX_CHANGES = 200;
const MAX_PATTERNS = 10;

export async function joinChannel(hub: Hub, connection: Connection, message: Message) {
  try {
    await join(hub, connection, message);
  } catch (error) {
    if (!(error instanceof JoinError)) throw error;
    await holdRefusal(connection.address);
    connection.reply(message, 'error', { reason: error.reason });
  }
}

async function join(hub: Hub, connection: Connection, message: Message): Promise<void> {
  const { topic, joinRef, ref } = message;
  checkTopic(connection, topic);
  const options = readJoinOptions(message.payload);
  checkFilters(connection, topic, options.changes);
  const identity = await identify(hub.authenticator, connection.apiKey, options.accessToken);
  if (!(await hub.catalog.includeRole(identity.caller.role))) {
    throw new JoinError('Unauthorized', 'The role of this token cannot be used');
  }
  const channel = new Channel(connection, topic, joinRef ?? ref, options, identity);
  if (options.private) await checkMayRead(hub, channel);
  await hub.reader.start();
  const admission = await admitChanges(hub, channel, identity.caller);
  if (!connection.open) return;
  refuseEndedToken(hub.endedTokens, identity);

  const previous = connection.channels.get(topic);
  if (previous) {
    leaveChannel(hub, previous);
    previous.pushEnd('phx_close');
  }
  connection.channels.set(topic, channel);
  const room = hub.rooms.enter(channel);
  subscribe(hub, channel, admission);
  connection.reply(message, 'ok', {
    postgres_changes: options.writtenChanges.map((written, index) => ({
      ...written,
      id: subscriptionId(options.changes[index] as (typeof options.changes)[number]),
    })),
  });
  if (options.changes.length > 0) {
    channel.pushSystem(
      'postgres_changes',
      admission.problem ? 'error' : 'ok',
      admission.problem ?? 'Subscribed to PostgreSQL',
    );
  }
  if (channel.hearsPresence && channel.readable.presence) await showPresence(hub, room, channel);
  if (options.replay) await replayMessages(hub.checks, channel, options.replay);
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

/** However many channels they are spread over. */
function checkFilters(
  connection: Connection,
  topic: string,
  changes: readonly ChangeRequest[],
): void {
  const others = [...connection.channels.values()].filter((channel) => channel.topic !== topic);
  const all = [...changes, ...others.flatMap(({ options }) => options.changes)];
  if (all.length > MAX_CHANGES) {
    throw new JoinError('ChannelRateLimitReached', 'Too many postgres_changes on one socket');
  }
  if (all.filter(({ filter }) => hasPattern(filter)).length > MAX_PATTERNS) {
    throw new JoinError('ChannelRateLimitReached', 'Too many filters with patterns on one socket');
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
