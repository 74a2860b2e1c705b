import { isRecord } from './is-record.ts';
import { MalformedMessageError, type Message, type ProtocolVersion } from './message.ts';

const USER_BROADCAST_PUSH = 3;
const PUSH_HEADER_BYTES = 7;
const JSON_ENCODING = 1;

export function decodeText(version: ProtocolVersion, text: string): Message {
  const parsed = parseJson(text);
  const fields = version === '1.0.0' ? fieldsOfObject(parsed) : fieldsOfArray(parsed);
  const [joinRef, ref, topic, event, payload] = fields;
  if (typeof topic !== 'string' || typeof event !== 'string') {
    throw new MalformedMessageError('topic and event must be text');
  }
  return { joinRef: readRef(joinRef), ref: readRef(ref), topic, event, payload };
}

/** A broadcast from a 2.0.0 client: lengths, names, then the payload as it is. */
export function decodeBinary(frame: Buffer): Message {
  if (frame.length < PUSH_HEADER_BYTES || frame[0] !== USER_BROADCAST_PUSH) {
    throw new MalformedMessageError('unknown kind of binary frame');
  }
  const encoding = frame[6];
  let offset = PUSH_HEADER_BYTES;
  const [joinRef, ref, topic, event] = [1, 2, 3, 4, 5].map((position) => {
    const end = offset + (frame[position] as number);
    if (end > frame.length) throw new MalformedMessageError('frame is shorter than it says');
    const text = frame.toString('utf8', offset, end);
    offset = end;
    return text;
  }) as [string, string, string, string, string];
  const body = frame.subarray(offset);
  const payload = encoding === JSON_ENCODING ? parseJson(body.toString('utf8')) : body;
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: { type: 'broadcast', event, payload },
  };
}

function fieldsOfObject(value: unknown): unknown[] {
  if (!isRecord(value)) throw new MalformedMessageError('a message is an object');
  return [value['join_ref'], value['ref'], value['topic'], value['event'], value['payload']];
}

function fieldsOfArray(value: unknown): unknown[] {
  if (!Array.isArray(value) || value.length !== 5) {
    throw new MalformedMessageError('a message is an array of five');
  }
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MalformedMessageError('not JSON', { cause });
  }
}

function readRef(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
}
