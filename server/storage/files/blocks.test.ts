import { expect, test } from 'vitest';
import { inBlocks } from './blocks.ts';

async function* chunks(...sizes: number[]) {
  let next = 0;
  for (const size of sizes) {
    const chunk = Buffer.from(Array.from({ length: size }, () => next++ % 256));
    yield chunk;
    chunk.fill(0);
  }
}

test.each([
  [[]],
  [[5]],
  [[100_000, 1, 300_000]],
  [[65_536, 65_536, 65_536, 65_536]],
  [[1_000_000]],
])('chunks of %j come out as blocks with nothing lost', async (sizes) => {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const seen: number[] = [];
  const copies: Buffer[] = [];
  let before: Buffer | undefined;
  for await (const block of inBlocks(chunks(...sizes), 200_000)) {
    // Still intact while the next is there: it may be on its way to the disk.
    if (before) copies.push(Buffer.from(before));
    before = block;
    seen.push(block.length);
  }
  if (before) copies.push(Buffer.from(before));
  const expected = Buffer.from(Array.from({ length: total }, (_, index) => index % 256));
  expect(Buffer.concat(copies).equals(expected)).toBe(true);
  expect(seen.slice(0, -1).every((size) => size === 200_000)).toBe(true);
});
