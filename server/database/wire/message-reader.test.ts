import { expect, test } from 'vitest';
import { MessageReader, readDataRow } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';

const DATA_ROW = 'D'.charCodeAt(0);

function read(chunks: readonly Buffer[]): unknown[] {
  const messages: unknown[] = [];
  const reader = new MessageReader((type, data, start, end) => {
    messages.push(
      type === DATA_ROW
        ? readDataRow(data, start).map((field) => field?.toString() ?? null)
        : [String.fromCharCode(type), data.toString('latin1', start, end)],
    );
  });
  for (const chunk of chunks) reader.push(chunk);
  return messages;
}

test('messages are the same wherever the stream is cut', () => {
  const writer = new MessageWriter();
  writer.begin('D').int16(2).field('Muñoz').field(null).end();
  writer.begin('C').cstring('SELECT 1').end();
  writer.begin('D').int16(1).field('x'.repeat(40)).end();
  const stream = writer.begin('Z').bytes(Buffer.from('I')).end().take();
  const whole = [['Muñoz', null], ['C', 'SELECT 1\0'], ['x'.repeat(40)], ['Z', 'I']];
  for (let first = 0; first <= stream.length; first++) {
    for (let second = first; second <= stream.length; second += 3) {
      const cuts = [stream.subarray(0, first), stream.subarray(first, second)];
      expect(read([...cuts, stream.subarray(second)])).toEqual(whole);
    }
  }
});
