import { expect, test } from 'vitest';
import { ahead, between } from '@/features/packets/files/ahead';

async function* given<T>(values: readonly T[], asked: T[] = []): AsyncGenerator<T> {
  for (const value of values) {
    asked.push(value);
    yield value;
  }
}
async function* failing(): AsyncGenerator<string> {
  yield 'a';
  throw new Error('Gone');
}
const all = async <T>(values: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
};

test('the next one is asked for while the one before is worked on, and no more', async () => {
  const asked: number[] = [];
  const seen: number[][] = [];
  for await (const value of ahead(given([1, 2, 3, 4], asked))) {
    // As long as it takes to be asked.
    await new Promise((resolve) => setTimeout(resolve));
    seen.push([value, asked.length]);
  }
  expect(seen).toEqual([
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 4],
  ]);
});

test('a failure comes after what was there before it', async () => {
  const found: string[] = [];
  await expect(
    (async () => {
      for await (const value of ahead(failing())) found.push(value);
    })(),
  ).rejects.toThrow('Gone');
  expect(found).toEqual(['a']);
});

test('others come in between where they have come, all of both come, each in its order', async () => {
  const later = Promise.withResolvers<void>();
  async function* slow() {
    yield 'x';
    await later.promise;
    yield 'y';
    yield 'z';
  }
  async function* quick() {
    for (const value of ['1', '2', '3', '4']) {
      await new Promise((resolve) => setTimeout(resolve));
      if (value === '4') later.resolve();
      yield value;
    }
  }
  expect(await all(between(quick(), slow()))).toEqual(['1', 'x', '2', '3', '4', 'y', 'z']);
  expect(await all(between(given<string>([]), slow()))).toEqual(['x', 'y', 'z']);
  await expect(all(between(given(['1']), failing()))).rejects.toThrow('Gone');
  await expect(all(between(failing(), given(['1'])))).rejects.toThrow('Gone');
});
