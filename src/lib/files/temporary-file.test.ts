import { expect, test } from 'vitest';
import { gathered } from '@/lib/files/temporary-file';

const MEGABYTE = 1024 * 1024;
const piece = (length: number, value: number) => new Uint8Array(length).fill(value);

test('small pieces are written as large ones, in their order, each byte once', async () => {
  const written: Uint8Array[] = [];
  const { add, flush } = gathered(async (bytes) => void written.push(bytes.slice()));
  const pieces = [
    ...Array.from({ length: 40 }, (_, index) => piece(65_000 + index, index)),
    piece(0, 99),
    piece(MEGABYTE, 40),
    piece(3 * MEGABYTE, 41),
    piece(7, 42),
  ];
  for (const one of pieces) await add(one);
  await flush();
  await flush();
  expect(Buffer.concat(written).equals(Buffer.concat(pieces))).toBe(true);
  expect(written.length).toBeLessThan(8);
});

test('nothing is lost where a write fails', async () => {
  const { add, flush } = gathered(() => Promise.reject(new Error('The disk is full')));
  await add(piece(10, 1));
  await expect(flush()).rejects.toThrow('The disk is full');
});
