import { expect, test } from 'vitest';
import { connectionsNeeded, connectionsOf } from './connections.ts';
import { defaultWorkers } from './default-workers.ts';

const GIBIBYTE = 1024 ** 3;

test.each([
  [1, 1, 1, 1],
  [2, 4, 1, 1],
  [4, 8, 2, 3],
  [8, 16, 4, 7],
  [8, 2, 2, 2],
  [32, 64, 16, 31],
  [128, 512, 32, 32],
])(
  '%i cores with %i GiB: %i workers beside PostgreSQL, %i without',
  (cores, memory, beside, without) => {
    const machine = { cores, memoryBytes: memory * GIBIBYTE };
    expect(defaultWorkers(true, machine)).toBe(beside);
    expect(defaultWorkers(false, machine)).toBe(without);
  },
);

test('workers have the connections of one server together', () => {
  expect(connectionsOf({ poolSize: 16, workers: 1 })).toEqual({ requests: 16, platform: 8 });
  for (const workers of [2, 4, 8, 16]) {
    const poolSize = 4 * workers;
    const { requests, platform } = connectionsOf({ poolSize, workers });
    expect(requests * workers).toBe(poolSize);
    expect(connectionsNeeded({ poolSize, workers })).toBeGreaterThan(
      (requests + platform) * workers,
    );
  }
});
