import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import {
  listAccounts,
  listSessions,
  lockAccount,
  removeSecondFactors,
  unlockAccount,
} from './account-administration.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  for (const email of ['ray@example.com', 'eve@example.com']) {
    const [user] = await db.sql<{ id: string }[]>`
      insert into auth.users (id, email, email_confirmed_at)
      values (gen_random_uuid(), ${email}, now()) returning id`;
    const id = user?.id ?? '';
    await db.sql`
      insert into auth.sessions (id, user_id, created_at, refreshed_at, ip, user_agent)
      values (gen_random_uuid(), ${id}, '2026-03-02T13:00Z', '2026-03-02T14:00', '10.0.0.7', 'Firefox')`;
    await db.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status)
      values (gen_random_uuid(), ${id}, 'totp', 'verified')`;
  }
});
afterAll(() => db.drop());

const stateOf = async (email: string) =>
  (await listAccounts(db.sql)).find((account) => account.email === email);
const untouched = { isLocked: false, hasSecondFactor: true, sessions: 1 };

test('sessions are listed with when they were used last, in UTC', async () => {
  expect(await listSessions(db.sql, 'ray@example.com')).toEqual([
    {
      createdAt: new Date('2026-03-02T13:00Z'),
      lastUsedAt: new Date('2026-03-02T14:00Z'),
      address: '10.0.0.7',
      userAgent: 'Firefox',
    },
  ]);
});

test('a lock ends the sessions of one account until it is unlocked', async () => {
  expect(await lockAccount(db.sql, ' Ray@Example.com ')).toBe(1);
  expect(await stateOf('ray@example.com')).toMatchObject({ isLocked: true, sessions: 0 });
  expect(await stateOf('eve@example.com')).toMatchObject(untouched);
  await unlockAccount(db.sql, 'ray@example.com');
  expect(await stateOf('ray@example.com')).toMatchObject({ isLocked: false });
});

test('a lost second factor is removed, with the sessions it was used in', async () => {
  expect(await removeSecondFactors(db.sql, 'ray@example.com')).toBe(1);
  expect(await stateOf('ray@example.com')).toMatchObject({ hasSecondFactor: false, sessions: 0 });
  expect(await stateOf('eve@example.com')).toMatchObject(untouched);
});

test('an address nobody has is named', async () => {
  for (const command of [lockAccount, unlockAccount, removeSecondFactors, listSessions]) {
    await expect(command(db.sql, 'tess@example.com')).rejects.toThrow(
      'There is no account of tess@example.com.',
    );
  }
});
