import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { consumeInviteLink } from './invite-links.ts';
import { createOwnerLink } from './owner-link.ts';

const SITE = 'https://time.example.com';
const ORIGIN = { address: '127.0.0.1', userAgent: 'test', language: 'en' } as const;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const tokenOf = (link: string) =>
  new URLSearchParams(new URL(link).hash.slice(1)).get('invite_token');
const open = (link: string) => consumeInviteLink(db.sql, tokenOf(link) ?? '', ORIGIN);

test('a link for the first owner opens an account for the address, once', async () => {
  const link = await createOwnerLink(db.sql, SITE, ' Ray@Example.com ');
  expect(link).toMatch(/^https:\/\/time\.example\.com\/auth\/reset-password#invite_token=\w{64}$/);
  expect(await open(link)).toMatchObject({ email: 'ray@example.com' });
  expect(await open(link)).toBeUndefined();
  // Whoever has an account needs none: a link must not open it for somebody else.
  await expect(createOwnerLink(db.sql, SITE, 'ray@example.com')).rejects.toThrow(
    'ray@example.com has an account already: sign in at https://time.example.com',
  );
});

test('only the newest link of an address is valid, and that of another stays', async () => {
  const [older, other, newer] = [
    await createOwnerLink(db.sql, SITE, 'tess@example.com'),
    await createOwnerLink(db.sql, SITE, 'luis@example.com'),
    await createOwnerLink(db.sql, SITE, 'tess@example.com'),
  ];
  expect(await open(older)).toBeUndefined();
  expect(await open(newer)).toMatchObject({ email: 'tess@example.com' });
  expect(await open(other)).toMatchObject({ email: 'luis@example.com' });
});

test('what is no address is refused', async () => {
  await expect(createOwnerLink(db.sql, SITE, 'ray')).rejects.toThrow('is no e-mail address');
});
