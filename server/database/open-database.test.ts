import { getDefaultHighWaterMark } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { UnreliableWire } from '../../testing/unreliable-wire.ts';
import { connectPlatform } from './open-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ template: 'template1', connections: 1 });
});
afterAll(() => db.drop());

// What docs/decisions/008-mended-driver.md mends: without it the process ends, or all of them wait for ever.
describe('the mended driver', () => {
  test('transactions fail or finish when their connections are dropped, and the next ones work', async () => {
    const wire = await UnreliableWire.open(`${db.endpoint.host}/.s.PGSQL.${db.endpoint.port}`);
    const sql = connectPlatform({ ...db.endpoint, host: '127.0.0.1', port: wire.port }, { max: 8 });
    let working = true;
    const finished = [0, 0, 0, 0];
    /** Answers meant for somebody else, which would be worse than none. */
    const mixedUp: unknown[] = [];
    const people = finished.map(async (_, person) => {
      while (working) {
        await sql
          .begin(async (tx) => {
            const [row] = await tx<{ person: number }[]>`select ${person}::int as person`;
            if (row?.person !== person) mixedUp.push(row);
            await tx`select pg_sleep(0.005)`;
            finished[person] = (finished[person] ?? 0) + 1;
          })
          .catch(() => sleep(5));
      }
    });
    for (let round = 0; round < 6; round++) {
      await sleep(100 + Math.random() * 100);
      wire.cut();
      const before = [...finished];
      await expect
        .poll(() => finished.every((count, person) => count > (before[person] ?? 0)), {
          timeout: 10_000,
        })
        .toBe(true);
    }
    working = false;
    await Promise.all(people);
    expect(mixedUp).toEqual([]);
    await sql.end({ timeout: 1 });
    wire.close();
  }, 90_000);

  test('goes on after a copy whose end arrived with more than its reader had taken', async () => {
    const sql = connectPlatform(db.endpoint, { max: 1 });
    // One row more than a stream holds, so that the socket is stopped with the end in its hands.
    const rows = Math.ceil(getDefaultHighWaterMark(false) / 1000);
    const copy = sql`copy (select repeat('x', 999) from generate_series(1, ${sql.unsafe(String(rows))})) to stdout`;
    const stream = await copy.readable();
    await sleep(300);
    let bytes = 0;
    for await (const chunk of stream) bytes += (chunk as Buffer).length;
    expect(bytes).toBe(rows * 1000);
    expect(await sql`select 1 as next`).toMatchObject([{ next: 1 }]);
    await sql.end({ timeout: 1 });
  });
});
