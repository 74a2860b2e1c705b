import { encodeBinaryBroadcast, encodeMessage } from '../protocol/encode.ts';
import type { ProtocolVersion } from '../protocol/message.ts';
import type { Channel } from './channel.ts';
import { diffPayload, isEmpty, Presence, type PresenceDiff } from './presence.ts';

export interface Broadcast {
  readonly event: string;
  /** JSON, or bytes, which only clients of 2.0.0 can take. */
  readonly payload: unknown;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** All channels of one name and privacy on this server, and who is present on any. */
export class Room {
  readonly name: string;
  readonly private: boolean;
  readonly members = new Set<Channel>();
  readonly presence = new Presence();
  /** Who is present on other servers has been read. */
  loaded: Promise<void> | undefined;

  constructor(name: string, isPrivate: boolean) {
    this.name = name;
    this.private = isPrivate;
  }

  /** Tells everyone here who may hear it, the sender only if it wants. */
  broadcast(message: Broadcast, sender?: Channel): void {
    const frames = new Map<ProtocolVersion, Buffer | string | undefined>();
    for (const member of this.members) {
      if (!member.readable.broadcast) continue;
      if (member === sender && !member.options.self) continue;
      const { version } = member;
      if (!frames.has(version)) frames.set(version, encodeBroadcast(version, this.topic, message));
      const frame = frames.get(version);
      if (frame !== undefined) member.send(frame);
    }
  }

  /** Applies news of who came and went, and tells whoever asked for presence. */
  updatePresence(news: PresenceDiff): void {
    const diff = this.presence.apply(news);
    if (isEmpty(diff)) return;
    const payload = diffPayload(diff);
    for (const member of this.members) {
      if (member.hearsPresence) member.push('presence_diff', payload);
    }
  }

  get topic(): string {
    return `realtime:${this.name}`;
  }
}

/** Undefined where the version has no form for the message. */
export function encodeBroadcast(
  version: ProtocolVersion,
  topic: string,
  { event, payload, meta }: Broadcast,
): Buffer | string | undefined {
  if (payload instanceof Uint8Array) {
    return version === '1.0.0' ? undefined : encodeBinaryBroadcast(topic, event, meta, payload);
  }
  return encodeMessage(version, {
    joinRef: null,
    ref: null,
    topic,
    event: 'broadcast',
    payload: { type: 'broadcast', event, payload, ...(meta ? { meta } : {}) },
  });
}
