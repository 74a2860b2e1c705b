import { afterEach, expect, test, vi } from 'vitest';
import type { Sql } from '../../database/sql/sql.ts';
import { OutboxReader } from './outbox-reader.ts';

/** A database that answers each round with the next of these. */
function answering(...rounds: (Error | number[])[]): Sql {
  let round = 0;
  return (async () => {
    const answer = rounds[Math.min(round++, rounds.length - 1)] as Error | number[];
    if (answer instanceof Error) throw answer;
    const rows = answer.map((id) => ({ id, kind: 'broadcast' }));
    return [{ snapshot: `${round + 10}:${round + 10}:`, others: 0, rows }];
  }) as unknown as Sql;
}

afterEach(() => vi.useRealTimers());

test('reads although the first round failed', async () => {
  const heard: number[] = [];
  const reader = new OutboxReader(answering(new Error('busy'), [], [7], []), 'me', {
    receive: async (_sql, rows) => void heard.push(...rows.map(({ id }) => id)),
    missed: () => undefined,
    failed: () => undefined,
  });
  await expect(reader.start()).rejects.toThrow('busy');
  await reader.start();
  await expect.poll(() => heard).toEqual([7]);
  await reader.stop();
});

test('passes nothing on twice when the rest of a round fails', async () => {
  const heard: number[] = [];
  const failures: unknown[] = [];
  const reader = new OutboxReader(answering([], [1, 2], [1, 2, 3], []), 'me', {
    async receive(_sql, rows, passedOn) {
      for (const { id } of rows) {
        if (id === 2 && failures.length === 0) throw new Error('a policy took too long');
        heard.push(id);
        passedOn([id]);
      }
    },
    missed: () => undefined,
    failed: (error) => failures.push(error),
  });
  await reader.start();
  await expect.poll(() => heard).toEqual([1, 2, 3]);
  expect(failures).toHaveLength(1);
  await reader.stop();
});

test('asks a quarter as often at rest, and as before once something came', async () => {
  vi.useFakeTimers();
  let asked = 0;
  let waiting: number[] = [];
  const heard: number[] = [];
  const sql = (async () => {
    const rows = waiting.map((id) => ({ id, kind: 'broadcast' }));
    waiting = [];
    asked++;
    return [{ snapshot: `${asked + 10}:${asked + 10}:`, others: 0, rows }];
  }) as unknown as Sql;
  const reader = new OutboxReader(sql, 'me', {
    receive: async (_sql, rows) => void heard.push(...rows.map(({ id }) => id)),
    missed: () => undefined,
    failed: () => undefined,
  });
  const asksOf = async (ms: number) => {
    const before = asked;
    await vi.advanceTimersByTimeAsync(ms);
    return asked - before;
  };
  await reader.start();
  await asksOf(10_000);
  expect(await asksOf(1_000)).toBe(5);
  waiting = [7];
  await asksOf(200);
  expect(heard).toEqual([7]);
  expect(await asksOf(1_000)).toBe(20);
  await asksOf(10_000);
  expect(await asksOf(1_000)).toBe(5);
  await reader.stop();
});
