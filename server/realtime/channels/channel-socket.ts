import type { Message, ProtocolVersion } from '../protocol/message.ts';

/** The socket of a channel, as far as a channel needs to know it. */
export interface ChannelSocket {
  readonly version: ProtocolVersion;
  readonly apiKey: string;
  readonly open: boolean;
  /** Joined channels by topic. */
  readonly channels: { get(topic: string): unknown; delete(topic: string): boolean };
  send(frame: Buffer | string): void;
  sendMessage(message: Message): void;
  reply(to: Message, status: 'ok' | 'error', response?: unknown): void;
}
