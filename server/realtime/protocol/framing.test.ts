import { expect, test } from 'vitest';
import { decodeBinary, decodeText } from './decode.ts';
import { encodeBinaryBroadcast, encodeMessage, encodeWithJson } from './encode.ts';
import { MalformedMessageError } from './message.ts';

const message = {
  joinRef: '1',
  ref: '2',
  topic: 'realtime:room',
  event: 'phx_join',
  payload: { config: {} },
};

test('A message survives its way through either framing', () => {
  for (const version of ['1.0.0', '2.0.0'] as const) {
    expect(decodeText(version, encodeMessage(version, message))).toEqual(message);
  }
});

test('Version 1 speaks objects, version 2 arrays', () => {
  expect(JSON.parse(encodeMessage('1.0.0', message))).toEqual({
    topic: 'realtime:room',
    event: 'phx_join',
    payload: { config: {} },
    ref: '2',
    join_ref: '1',
  });
  expect(JSON.parse(encodeMessage('2.0.0', message))[2]).toBe('realtime:room');
});

test('Ready JSON is framed as the same message would be', () => {
  for (const version of ['1.0.0', '2.0.0'] as const) {
    const plain = { joinRef: null, ref: null, topic: 'a"b', event: 'e', payload: { x: [1, 'ü'] } };
    const ready = encodeWithJson(version, 'a"b', 'e', JSON.stringify(plain.payload));
    expect(decodeText(version, ready)).toEqual(plain);
  }
});

/** As the client's own serializer lays it out. */
function push(encoding: number, payload: Uint8Array, event = 'cursor'): Buffer {
  const names = ['1', '7', 'realtime:room', event, ''].map((text) => Buffer.from(text));
  const lengths = names.map((name) => name.length);
  return Buffer.concat([Buffer.from([3, ...lengths, encoding]), ...names, payload]);
}

test('A binary push carries JSON or bytes', () => {
  expect(decodeBinary(push(1, Buffer.from('{"x":1}')))).toEqual({
    joinRef: '1',
    ref: '7',
    topic: 'realtime:room',
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'cursor', payload: { x: 1 } },
  });
  const { payload } = decodeBinary(push(0, Buffer.from([0, 255, 3])));
  expect(payload).toMatchObject({ event: 'cursor', payload: Buffer.from([0, 255, 3]) });
});

test('A binary broadcast has topic, event and metadata before its bytes', () => {
  const frame = encodeBinaryBroadcast('realtime:room', 'über', { id: 'x' }, new Uint8Array([9, 8]));
  expect([...frame.subarray(0, 5)]).toEqual([4, 13, 5, 10, 0]);
  expect(frame.subarray(5).toString('latin1')).toContain('realtime:room');
  expect([...frame.subarray(-2)]).toEqual([9, 8]);
  expect(() => encodeBinaryBroadcast('x'.repeat(256), '', undefined, new Uint8Array())).toThrow();
});

test('What is not a message is refused', () => {
  const refused = [
    () => decodeText('2.0.0', 'x'),
    () => decodeText('2.0.0', '{}'),
    () => decodeText('2.0.0', '[1,2,3]'),
    () => decodeText('1.0.0', '[]'),
    () => decodeText('1.0.0', '{"topic":1,"event":"e"}'),
    () => decodeBinary(Buffer.from([3])),
    () => decodeBinary(Buffer.from([9, 0, 0, 0, 0, 0, 0])),
    () => decodeBinary(Buffer.from([3, 200, 0, 0, 0, 0, 0])),
    () => decodeBinary(push(1, Buffer.from('{'))),
  ];
  for (const attempt of refused) expect(attempt).toThrow(MalformedMessageError);
});
