import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Connection } from './connection.ts';

let connection: Connection;
beforeAll(async () => {
  connection = await Connection.open(inject('postgres'));
});
afterAll(() => connection.close());

test('statements are made once, however many there are and whatever fails among them', async () => {
  /** More than a connection keeps. */
  const texts = Array.from({ length: 300 }, (_, number) => `select ${number}`);
  const answers = async () => {
    const found: string[] = [];
    for (const text of texts) {
      const [result] = await connection.batch([{ text }]);
      found.push(String(result?.rows[0]?.[0]));
    }
    return found;
  };
  const expected = texts.map((text) => text.slice('select '.length));
  expect(await answers()).toEqual(expected);
  // Each wants the place of an older one, and is skipped with the closing of it after the error before it.
  for (let turn = 0; turn < 20; turn += 1) {
    const skipped = { text: `select 'skipped ${turn}'` };
    await expect(connection.batch([{ text: 'select 1/0' }, skipped])).rejects.toThrow('zero');
  }
  expect(await answers()).toEqual(expected);
});
