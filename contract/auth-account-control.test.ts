import * as OTPAuth from 'otpauth';
import { describe, expect, test } from 'vitest';
import { adminClient, newClient, PASSWORD, signedIn } from './auth-support.ts';

/** Someone with a second factor, and a thief who knows only the password. */
async function ownerAndThief() {
  const owner = await signedIn();
  const { data: factor } = await owner.client.auth.mfa.enroll({ factorType: 'totp' });
  const totp = new OTPAuth.TOTP({ secret: factor?.totp.secret ?? '' });
  const code = totp.generate();
  const raised = await owner.client.auth.mfa.challengeAndVerify({
    factorId: factor?.id ?? '',
    code,
  });
  expect(raised.error).toBeNull();
  const thief = newClient();
  await thief.auth.signInWithPassword({ email: owner.email, password: owner.password });
  return { owner: owner.client, thief };
}

describe('with a second factor that was not shown', () => {
  test('other sessions stay and the account is not changed', async () => {
    const { owner, thief } = await ownerAndThief();
    const others = await thief.auth.signOut({ scope: 'others' });
    expect(others.error).toMatchObject({ code: 'insufficient_aal' });
    const renamed = await thief.auth.updateUser({ data: { first_name: 'Taken' } });
    expect(renamed.error).toMatchObject({ code: 'insufficient_aal' });
    await thief.auth.signOut({ scope: 'global' });
    expect((await owner.auth.refreshSession()).error).toBeNull();
    expect((await owner.auth.getUser()).data.user?.user_metadata['first_name']).toBeUndefined();
  });

  test('a guess at a recovery code cannot undo its count', async () => {
    const { owner, thief } = await ownerAndThief();
    await owner.rpc('create_recovery_codes');
    const { error } = await thief.rpc('use_recovery_code', { code_param: 'wrong' }).rollback();
    expect(error).toMatchObject({ hint: 'cannot_be_undone' });
  });
});

describe('phone and password', () => {
  test('sign in where the phone is confirmed, and only there', async () => {
    const admin = adminClient().auth.admin;
    const number = () => `1555${Math.floor(1e6 + Math.random() * 8.9e6)}`;
    const [confirmed, unconfirmed] = [number(), number()];
    for (const [phone, phone_confirm] of [
      [confirmed, true],
      [unconfirmed, false],
    ] as const) {
      expect(
        (await admin.createUser({ phone, phone_confirm, password: PASSWORD })).error,
      ).toBeNull();
    }
    const attempt = (phone: string, password = PASSWORD) =>
      newClient().auth.signInWithPassword({ phone, password });
    expect((await attempt(`+${confirmed}`)).data.user?.phone).toBe(confirmed);
    expect((await attempt(confirmed, 'not the password')).error?.code).toBe('invalid_credentials');
    expect((await attempt(unconfirmed)).error?.code).toBe('phone_not_confirmed');
    expect((await attempt(number())).error?.code).toBe('invalid_credentials');
  });
});
