import type { Caller } from '../../database/caller.ts';
import type { Subscriber } from '../changes/subscriptions.ts';
import type { ProtocolVersion } from '../protocol/message.ts';
import { EVERYTHING, type Permissions } from './channel-policies.ts';
import type { ChannelSocket } from './channel-socket.ts';
import type { ChannelIdentity } from './identity.ts';
import type { JoinOptions } from './join-options.ts';
import type { PresenceEntry } from './presence.ts';
import { RateLimit } from './rate-limit.ts';

const PRESENCE_PER_SECOND = 20 / 30;
const PRESENCE_BURST = 20;

/** A joined channel of one socket. */
export class Channel implements Subscriber {
  readonly connection: ChannelSocket;
  readonly topic: string;
  readonly joinRef: string | null;
  readonly options: JoinOptions;
  readonly presenceLimit = new RateLimit(PRESENCE_PER_SECOND, PRESENCE_BURST);
  identity: ChannelIdentity;
  /** Which kinds of message its policies let it read. */
  readable: Permissions = EVERYTHING;
  /** Which it may send; undefined until it first tries. */
  writable: Permissions | undefined;
  presence: PresenceEntry | undefined;
  hearsPresence: boolean;
  closed = false;

  constructor(
    connection: ChannelSocket,
    topic: string,
    joinRef: string | null,
    options: JoinOptions,
    identity: ChannelIdentity,
  ) {
    this.connection = connection;
    this.topic = topic;
    this.joinRef = joinRef;
    this.options = options;
    this.identity = identity;
    this.hearsPresence = options.presenceEnabled;
  }

  /** Without the prefix that clients put before every topic. */
  get name(): string {
    return this.topic.slice('realtime:'.length);
  }

  get version(): ProtocolVersion {
    return this.connection.version;
  }

  get caller(): Caller {
    return this.identity.caller;
  }

  send(frame: Buffer | string): void {
    this.connection.send(frame);
  }

  /** With the join it belongs to: a client that gave up waiting and joined anew ignores it. */
  push(event: string, payload: unknown): void {
    const { topic, joinRef } = this;
    this.connection.sendMessage({ joinRef, ref: null, topic, event, payload });
  }

  /** Ends it on the client's side; `phx_close` keeps it ended, `phx_error` makes it join anew. */
  pushEnd(event: 'phx_close' | 'phx_error'): void {
    const { topic, joinRef } = this;
    this.connection.sendMessage({ joinRef, ref: joinRef, topic, event, payload: {} });
  }

  pushSystem(extension: string, status: 'ok' | 'error', message: string): void {
    this.push('system', { extension, status, message, channel: this.name });
  }
}
