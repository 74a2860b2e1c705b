import type { Message, ProtocolVersion } from './message.ts';

const USER_BROADCAST = 4;
const BINARY_ENCODING = 0;
const MAX_NAME_BYTES = 255;

export function encodeMessage(version: ProtocolVersion, message: Message): string {
  const { joinRef, ref, topic, event, payload } = message;
  return version === '1.0.0'
    ? JSON.stringify({ topic, event, payload, ref, join_ref: joinRef })
    : JSON.stringify([joinRef, ref, topic, event, payload]);
}

/** The same, for a payload that is JSON text already: one row goes to many sockets. */
export function encodeWithJson(
  version: ProtocolVersion,
  topic: string,
  event: string,
  payloadJson: string,
): string {
  const names = [JSON.stringify(topic), JSON.stringify(event)];
  return version === '1.0.0'
    ? `{"topic":${names[0]},"event":${names[1]},"payload":${payloadJson},"ref":null,"join_ref":null}`
    : `[null,null,${names[0]},${names[1]},${payloadJson}]`;
}

/** A broadcast whose payload is bytes. Clients of 1.0.0 have no form for it. */
export function encodeBinaryBroadcast(
  topic: string,
  event: string,
  meta: Readonly<Record<string, unknown>> | undefined,
  payload: Uint8Array,
): Buffer {
  const names = [topic, event, meta ? JSON.stringify(meta) : ''].map((text) => Buffer.from(text));
  if (names.some((name) => name.length > MAX_NAME_BYTES)) {
    throw new RangeError(`topic, event and metadata take at most ${MAX_NAME_BYTES} bytes each`);
  }
  const lengths = names.map((name) => name.length);
  return Buffer.concat([
    Buffer.from([USER_BROADCAST, ...lengths, BINARY_ENCODING]),
    ...names,
    payload,
  ]);
}
