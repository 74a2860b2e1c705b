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
});

test('an account that is there is opened in an emergency, without its password and its sessions', async () => {
  const [user] = await db.sql<{ id: string }[]>`
    insert into auth.users (id, email, email_confirmed_at, encrypted_password)
    values (gen_random_uuid(), 'eve@example.com', now(), 'hash') returning id`;
  await db.sql`
    insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${user?.id ?? ''})`;
  const link = await createOwnerLink(db.sql, SITE, 'eve@example.com');
  expect(await open(link)).toMatchObject({ id: user?.id, encrypted_password: '' });
  expect(await db.sql`select id from auth.sessions where user_id = ${user?.id ?? ''}`).toEqual([]);
  expect(await open(link)).toBeUndefined();
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
