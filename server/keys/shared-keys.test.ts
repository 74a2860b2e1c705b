import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { generateKeys, rotateKeys } from './keys.ts';
import { shareKeys, writeFirstKeys, writeSharedKeys } from './shared-keys.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('servers that start on a database of an earlier version share the keys that were added since', async () => {
  const { sql } = database;
  const { pushKey: _push, ledgerKeys: _ledger, sealKeys: _seal, ...older } = await generateKeys();
  await writeFirstKeys(sql, older);
  const own = await Promise.all([generateKeys(), generateKeys(), generateKeys()]);
  const shared = await Promise.all(own.map((keys) => shareKeys(sql, keys)));
  expect(own.map(({ pushKey }) => pushKey)).toContainEqual(shared[0]?.pushKey);
  for (const keys of shared) {
    const { pushKey, ledgerKeys, sealKeys } = shared[0] ?? {};
    expect(keys).toEqual({ ...older, pushKey, ledgerKeys, sealKeys });
    expect(sealKeys).toHaveLength(1);
  }

  // Rotated by somebody who read the keys before.
  await writeSharedKeys(sql, await rotateKeys(older));
  const later = await shareKeys(sql, await generateKeys());
  expect(later.pushKey).toEqual(shared[0]?.pushKey);
  expect(later.signingKeys).toHaveLength(2);
});
