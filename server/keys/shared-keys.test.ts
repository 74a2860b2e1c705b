import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { generateKeys, rotateKeys } from './keys.ts';
import { shareKeys, writeFirstKeys, writeSharedKeys } from './shared-keys.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('servers that start on a database of an earlier version share one key for web push', async () => {
  const { sql } = database;
  const { pushKey: _missing, ...older } = await generateKeys();
  await writeFirstKeys(sql, older);
  const own = await Promise.all([generateKeys(), generateKeys(), generateKeys()]);
  const shared = await Promise.all(own.map((keys) => shareKeys(sql, keys)));
  expect(own.map(({ pushKey }) => pushKey)).toContainEqual(shared[0]?.pushKey);
  for (const keys of shared) expect(keys).toEqual({ ...older, pushKey: shared[0]?.pushKey });

  // Rotated by somebody who read the keys before.
  await writeSharedKeys(sql, await rotateKeys(older));
  const later = await shareKeys(sql, await generateKeys());
  expect(later.pushKey).toEqual(shared[0]?.pushKey);
  expect(later.signingKeys).toHaveLength(2);
});
