const FIRST_BLOCK_BYTES = 64 * 1024;

/**
 * Gathers small chunks into large blocks. Chunks are only lent (see `bytesOf`), so they are copied; a
 * block is good until the one after the next is asked for, so that one can be written while the next
 * is filled. Two blocks serve a body of any length: nothing is left for the garbage collector, which
 * would otherwise take more time than everything else.
 */
export async function* inBlocks(
  body: AsyncIterable<Buffer>,
  blockBytes: number,
): AsyncGenerator<Buffer> {
  let block: Buffer = Buffer.allocUnsafeSlow(Math.min(FIRST_BLOCK_BYTES, blockBytes));
  let spare: Buffer | undefined;
  let filled = 0;
  for await (const chunk of body) {
    let taken = 0;
    while (taken < chunk.length) {
      if (filled === block.length && block.length < blockBytes) {
        block = grow(block, blockBytes);
      } else if (filled === block.length) {
        yield block;
        [block, spare] = [spare ?? Buffer.allocUnsafeSlow(blockBytes), block];
        filled = 0;
      }
      const copied = chunk.copy(block, filled, taken);
      filled += copied;
      taken += copied;
    }
  }
  if (filled > 0) yield block.subarray(0, filled);
}

/** Most uploads are small and should not cost a large block each. */
function grow(block: Buffer, blockBytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(block.length * 4, blockBytes));
  block.copy(larger);
  return larger;
}
