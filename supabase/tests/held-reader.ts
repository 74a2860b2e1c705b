import { expect } from 'vitest';
import { connectPlatform } from '../../server/database/sql/connect.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import type { Tx } from './world.ts';

/**
 * What a query reads before a change, and with the change committed at the worst moment: after the
 * reader has found that pay is kept, before it reads it.
 */
export async function readWhileChanging(
  db: TestDatabase,
  query: string,
  values: string[],
  change: (writer: Tx) => PromiseLike<unknown>,
): Promise<[before: number, after: number]> {
  // One connection, which has read before: a new one would wait for the table in other places too.
  const reader = connectPlatform(db.endpoint, { max: 1 });
  const read = async () => {
    const [row] = await reader.unsafe(query, values);
    return Number(row?.['value']);
  };
  const before = await read();
  const { reading } = await db.sql.begin(async (writer) => {
    await writer`lock table private.pay_lines in access exclusive mode`;
    await change(writer);
    const begun = read();
    await expect
      .poll(
        () =>
          db.sql`select from pg_locks where relation = 'private.pay_lines'::regclass and not granted`,
      )
      .toHaveLength(1);
    return { reading: begun };
  });
  const after = await reading;
  await reader.end();
  return [before, after];
}
