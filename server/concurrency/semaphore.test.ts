import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { QueueFullError, Semaphore } from './semaphore.ts';

test('runs no more than its permits, in order', async () => {
  const semaphore = new Semaphore(2, 100);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 20 }, (_, job) =>
      semaphore.run(async () => {
        started.push(job);
        running += 1;
        most = Math.max(most, running);
        await setImmediate();
        running -= 1;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(started).toEqual(Array.from({ length: 20 }, (_, job) => job));
});

test('refuses what would wait too long, and recovers', async () => {
  const semaphore = new Semaphore(1, 1);
  const ended = Promise.withResolvers<void>();
  const first = semaphore.run(() => ended.promise);
  const second = semaphore.run(async () => 'second');
  await expect(semaphore.run(async () => 'third')).rejects.toBeInstanceOf(QueueFullError);
  ended.resolve();
  await first;
  await expect(second).resolves.toBe('second');
  await expect(semaphore.run(async () => 'fourth')).resolves.toBe('fourth');
});

test('a job that fails releases its permit', async () => {
  const semaphore = new Semaphore(1, 5);
  await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(semaphore.run(async () => 1)).resolves.toBe(1);
});

test('one lane cannot take what others need', async () => {
  const semaphore = new Semaphore(1, 10);
  const flood = [{ key: 'flood', maxWaiting: 2 }];
  const ended = Promise.withResolvers<void>();
  const done = [
    semaphore.run(() => ended.promise, flood),
    semaphore.run(async () => 1, flood),
    semaphore.run(async () => 2, flood),
  ];
  expect(() => semaphore.check(flood)).toThrow(QueueFullError);
  await expect(semaphore.run(async () => 3, flood)).rejects.toBeInstanceOf(QueueFullError);
  const other = semaphore.run(async () => 4, [{ key: 'other', maxWaiting: 2 }]);
  ended.resolve();
  await expect(other).resolves.toBe(4);
  await Promise.all(done);
  await expect(semaphore.run(async () => 5, flood)).resolves.toBe(5);
});
