import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { generateKeys, importKeys } from '../keys/keys.ts';
import { importLedgerKeys, type LedgerKeys, rotateLedgerKeys } from '../keys/ledger-keys.ts';
import { signingTableOf, workThroughSignatures } from './signing-queue.ts';

const TABLE = { schema: 'private', name: 'texts' };
let database: TestDatabase;
let keys: LedgerKeys;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ ledgerKeys: keys } = await importKeys(await generateKeys()));
  await database.sql.unsafe(`create table private.texts (id uuid primary key, signed_text text not null,
    created_at timestamptz default clock_timestamp(), key_id text, signature text, signed_at timestamptz,
    checked_at timestamptz, holds boolean)`);
});
beforeEach(async () => {
  await database.sql.unsafe('truncate private.texts');
});
afterAll(() => database.drop());

/** WebCrypto, which shares nothing with what signed. */
async function fits(text: string, signature: string): Promise<boolean> {
  const raw = Buffer.from(keys.published[0]?.public_key ?? '', 'base64');
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify(
    'Ed25519',
    key,
    Buffer.from(signature, 'base64'),
    Buffer.from(text, 'utf8'),
  );
}

test('several servers at once sign everything that waits, each text once', async () => {
  const { sql } = database;
  await sql`insert into private.texts (id, signed_text)
    select gen_random_uuid(), format('{"ñ":%s}', n) from generate_series(1, 450) n`;
  await Promise.all([1, 2, 3].map(() => workThroughSignatures(sql, TABLE, keys)));
  const rows = await sql`select * from private.texts order by created_at`;
  expect(rows.filter(({ signature, holds }) => signature && holds)).toHaveLength(450);
  for (const row of rows.slice(0, 3)) {
    expect(row['key_id']).toBe(keys.published[0]?.key_id);
    expect(await fits(row['signed_text'], row['signature'])).toBe(true);
    expect(await fits(`${row['signed_text']} `, row['signature'])).toBe(false);
  }
});

test('what is asked for again is checked, also after a rotation, and a forged text is found', async () => {
  const { sql } = database;
  const stored = (await generateKeys()).ledgerKeys ?? [];
  const [good, forged, foreign] = [randomUUID(), randomUUID(), randomUUID()];
  await sql`insert into private.texts (id, signed_text) values (${good}, '{"a":1}'), (${forged}, '{"a":2}')`;
  await workThroughSignatures(sql, TABLE, importLedgerKeys(stored));
  const before = await sql`select id, signature from private.texts order by id`;
  await sql`update private.texts set signed_text = '{"a":3}' where id = ${forged}`;
  const other = importLedgerKeys((await generateKeys()).ledgerKeys ?? []).sign('{"a":4}');
  await sql`insert into private.texts (id, signed_text, signature, key_id)
    values (${foreign}, '{"a":4}', ${other.signature}, 'ledger-of-someone-else')`;
  await sql`update private.texts set checked_at = null`;
  await workThroughSignatures(sql, TABLE, importLedgerKeys(rotateLedgerKeys(stored)));
  expect(
    await sql`select id, signature from private.texts where id <> ${foreign} order by id`,
  ).toEqual(before);
  const results = await sql`select id, holds from private.texts where checked_at is not null`;
  expect(Object.fromEntries(results.map(({ id, holds }) => [id, holds]))).toEqual({
    [good]: true,
    [forged]: false,
    [foreign]: false,
  });
});

test('the project names its table, or nothing is signed', () => {
  const read = (signing?: object) => signingTableOf({ project: { raw: { signing } } } as never);
  expect(read()).toBeUndefined();
  expect(read({ table: 'private.signatures' })).toEqual({ schema: 'private', name: 'signatures' });
  expect(() => read({ table: 'signatures; drop' })).toThrow('signing.table');
});
