import type { Hub } from '../hub.ts';
import { isRecord } from '../protocol/is-record.ts';
import type { Message } from '../protocol/message.ts';
import type { Channel } from './channel.ts';
import { askChannelPolicies } from './channel-policies.ts';
import { type ChannelIdentity, identify, isUserToken, refuseEndedToken } from './identity.ts';
import { JoinError } from './join-options.ts';
import { endChannel } from './leave-channel.ts';
import { admitChanges, subscribe } from './subscribe-to-changes.ts';

/** The client has a newer token: the channel goes on as whoever that is, or ends. */
export async function changeAccessToken(hub: Hub, channel: Channel, message: Message) {
  const token = isRecord(message.payload) ? message.payload['access_token'] : undefined;
  if (typeof token !== 'string' || !isUserToken(token) || token === channel.identity.token) return;
  try {
    const identity = await identify(hub.authenticator, channel.connection.apiKey, token);
    if (!(await hub.catalog.includeRole(identity.caller.role))) {
      throw new JoinError('Unauthorized', 'The role of this token cannot be used');
    }
    if (!channel.closed) await actAs(hub, channel, identity);
  } catch (error) {
    if (!(error instanceof JoinError)) throw error;
    endChannel(hub, channel, error.message);
  }
}

async function actAs(hub: Hub, channel: Channel, identity: ChannelIdentity): Promise<void> {
  const { options, caller: previous } = channel;
  const admission = await admitChanges(hub, channel, identity.caller);
  if (channel.closed) return;
  refuseEndedToken(hub.endedTokens, identity);
  for (const change of options.changes) hub.subscriptions.remove(change, channel, previous);
  channel.identity = identity;
  channel.writable = undefined;
  subscribe(hub, channel, admission);
  if (options.private) await recheckPermissions(hub, [channel]);
}

/** Private channels of one room and role whose policies no longer let them read end. */
export async function recheckPermissions(hub: Hub, channels: readonly Channel[]): Promise<void> {
  const [first] = channels;
  if (!first) return;
  const { name, caller } = first;
  const asked = channels.map((channel) => channel.caller);
  const answers = await askChannelPolicies(hub, 'read', name, caller.role, asked);
  for (const [index, channel] of channels.entries()) {
    const now = answers[index];
    const before = channel.readable;
    const lost = !now || (before.broadcast && !now.broadcast) || (before.presence && !now.presence);
    if (lost) {
      const reason = `You no longer have permission to read from this Channel topic: ${name}`;
      endChannel(hub, channel, reason);
    } else {
      channel.readable = now;
      // Asked again when it next sends.
      channel.writable = undefined;
    }
  }
}
