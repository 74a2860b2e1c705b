import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { QueueFullError, WorkQueue } from './work-queue.ts';

test('runs no more than its width, in order', async () => {
  const queue = new WorkQueue(2, 100);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 20 }, (_, job) =>
      queue.run([], async () => {
        started.push(job);
        running += 1;
        most = Math.max(most, running);
        await delay(1);
        running -= 1;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(started).toEqual(Array.from({ length: 20 }, (_, job) => job));
});

test('refuses what would wait too long, and recovers', async () => {
  const queue = new WorkQueue(1, 1);
  const first = queue.run([], () => delay(20));
  const second = queue.run([], async () => 'second');
  await expect(queue.run([], async () => 'third')).rejects.toBeInstanceOf(QueueFullError);
  await first;
  await expect(second).resolves.toBe('second');
  await expect(queue.run([], async () => 'fourth')).resolves.toBe('fourth');
});

test('a job that fails frees its place', async () => {
  const queue = new WorkQueue(1, 5);
  await expect(queue.run([], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(queue.run([], async () => 1)).resolves.toBe(1);
});

test('one lane cannot take what others need', async () => {
  const queue = new WorkQueue(1, 10);
  const flood = [{ key: 'flood', depth: 2 }];
  const done = [
    queue.run(flood, () => delay(20)),
    queue.run(flood, async () => 1),
    queue.run(flood, async () => 2),
  ];
  expect(() => queue.check(flood)).toThrow(QueueFullError);
  await expect(queue.run(flood, async () => 3)).rejects.toBeInstanceOf(QueueFullError);
  await expect(queue.run([{ key: 'other', depth: 2 }], async () => 4)).resolves.toBe(4);
  await Promise.all(done);
  await expect(queue.run(flood, async () => 5)).resolves.toBe(5);
});
