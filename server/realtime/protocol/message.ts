/** One message of the Phoenix channel protocol, whatever its framing. */
export interface Message {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
}

/** `1.0.0` speaks objects, `2.0.0` arrays and, for broadcasts, binary frames. */
export type ProtocolVersion = '1.0.0' | '2.0.0';

/** What a client sent is not a message. */
export class MalformedMessageError extends Error {}
