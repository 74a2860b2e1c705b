import { describe, expect, test } from 'vitest';
import {
  adminClient,
  call,
  follow,
  fragmentOf,
  linkIn,
  mailTo,
  newAccount,
  newClient,
  newEmail,
  PASSWORD,
  sharedApi,
  signedIn,
} from './auth-support.ts';

const NOBODY = '83fd9e20-7a80-46e4-bf29-a86e3d6bbf66';

describe('holders of the secret key', () => {
  const admin = () => adminClient().auth.admin;

  test('create, read, list, change and delete accounts', async () => {
    const email = newEmail();
    const created = await admin().createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { crew: 'A' },
      app_metadata: { tier: 'gold' },
    });
    expect(created.error).toBeNull();
    const id = created.data.user?.id ?? '';
    expect(created.data.user).toMatchObject({
      user_metadata: { crew: 'A' },
      app_metadata: { provider: 'email', providers: ['email'], tier: 'gold' },
    });

    expect((await admin().getUserById(id)).data.user?.email).toBe(email);
    const listed = await admin().listUsers({ page: 1, perPage: 5 });
    expect(listed.data.users.map((user) => user.email)).toContain(email);
    expect(listed.data).toMatchObject({ aud: 'authenticated' });
    expect((await admin().listUsers({ page: -1 })).error).toMatchObject({ status: 400 });

    const changed = await admin().updateUserById(id, {
      email: `new-${email}`,
      user_metadata: { crew: 'B' },
      app_metadata: { roles: ['admin'] },
    });
    expect(changed.data.user).toMatchObject({
      email: `new-${email}`,
      user_metadata: { crew: 'B' },
      app_metadata: { roles: ['admin'], tier: 'gold' },
    });

    expect((await admin().deleteUser(id)).error).toBeNull();
    expect((await admin().getUserById(id)).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    });
  });

  test('set passwords, which ends all sessions', async () => {
    const { client, id, email } = await signedIn();
    await admin().updateUserById(id, { password: 'set by the office 1' });
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    const signIn = { email, password: 'set by the office 1' };
    expect((await newClient().auth.signInWithPassword(signIn)).error).toBeNull();
  });

  test('bring in bcrypt hashes, which are replaced at the first sign-in', async () => {
    const { hash } = await import('@node-rs/bcrypt');
    const email = newEmail('imported');
    const { error } = await admin().createUser({
      email,
      email_confirm: true,
      password_hash: await hash(PASSWORD, 6),
    });
    expect(error).toBeNull();
    for (let time = 0; time < 2; time += 1) {
      const { error: signInError } = await newClient().auth.signInWithPassword({
        email,
        password: PASSWORD,
      });
      expect(signInError).toBeNull();
    }
    const refused = await admin().createUser({ email: newEmail(), password_hash: 'plain text' });
    expect(refused.error).toMatchObject({ status: 400 });
  });

  test('ban, and the ban bites at sign-in and refresh', async () => {
    const { client, id, email, password } = await signedIn();
    const banned = await admin().updateUserById(id, { ban_duration: '24h' });
    expect(banned.data.user?.banned_until).toBeTruthy();
    expect((await client.auth.refreshSession()).error).toMatchObject({ code: 'user_banned' });
    const signIn = await newClient().auth.signInWithPassword({ email, password });
    expect(signIn.error).toMatchObject({ status: 400, code: 'user_banned' });
    await admin().updateUserById(id, { ban_duration: 'none' });
    expect((await newClient().auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  test('delete softly: the id stays, everything personal goes', async () => {
    const { id, email, password, client } = await signedIn();
    await admin().deleteUser(id, true);
    const { data } = await admin().getUserById(id);
    expect(data.user).toMatchObject({ id, user_metadata: {} });
    expect(data.user?.email).not.toContain('example.com');
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect((await newClient().auth.signInWithPassword({ email, password })).error).toMatchObject({
      code: 'invalid_credentials',
    });
  });

  test('invite by mail; who accepts chooses a password', async () => {
    const email = newEmail('invited');
    const redirectTo = `${sharedApi().url}/auth/reset-password`;
    const { data, error } = await admin().inviteUserByEmail(email, { redirectTo });
    expect(error).toBeNull();
    expect(data.user?.invited_at).toBeTruthy();
    const target = await follow(linkIn(await mailTo(email)));
    expect(target.pathname).toBe('/auth/reset-password');
    expect(fragmentOf(target).get('type')).toBe('invite');
    const client = newClient();
    await client.auth.setSession({
      access_token: fragmentOf(target).get('access_token') ?? '',
      refresh_token: fragmentOf(target).get('refresh_token') ?? '',
    });
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect(
      (await newClient().auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).toBeNull();
    expect((await admin().inviteUserByEmail(email)).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
  });

  test('a stranger cannot plant a password in an invited account', async () => {
    const email = newEmail('invited');
    await admin().inviteUserByEmail(email);
    await newClient().auth.signUp({ email, password: 'planted by a stranger 1' });
    await follow(linkIn(await mailTo(email, { count: 2 })));
    const stranger = { email, password: 'planted by a stranger 1' };
    expect((await newClient().auth.signInWithPassword(stranger)).error).toMatchObject({
      code: 'invalid_credentials',
    });
  });

  test.each([
    ['signup', { password: PASSWORD }],
    ['invite', {}],
    ['magiclink', {}],
  ] as const)('make a %s link for a new address', async (type, extra) => {
    const email = newEmail();
    const { data, error } = await admin().generateLink({ type, email, ...extra } as never);
    expect(error).toBeNull();
    expect(data.properties?.email_otp).toMatch(/^\d{6}$/);
    expect(data.properties?.action_link).toContain(data.properties?.hashed_token);
    const target = await follow(data.properties?.action_link ?? '');
    expect(fragmentOf(target).get('access_token')).toBeTruthy();
  });

  test('make recovery and e-mail change links for accounts that exist', async () => {
    const { email } = await newAccount();
    const recovery = await admin().generateLink({ type: 'recovery', email });
    const { error } = await newClient().auth.verifyOtp({
      email,
      token: recovery.data.properties?.email_otp ?? '',
      type: 'recovery',
    });
    expect(error).toBeNull();
    const newAddress = newEmail('moved');
    const change = await admin().generateLink({
      type: 'email_change_new',
      email,
      newEmail: newAddress,
    });
    expect(change.data.user).toMatchObject({ new_email: newAddress });
    const missing = await admin().generateLink({ type: 'recovery', email: newEmail() });
    expect(missing.error).toMatchObject({ status: 404, code: 'user_not_found' });
  });

  test('see and remove factors', async () => {
    const { client, id } = await signedIn();
    await client.auth.mfa.enroll({ factorType: 'totp' });
    const { data } = await admin().mfa.listFactors({ userId: id });
    const factorId = data?.factors[0]?.id ?? '';
    expect((await admin().mfa.deleteFactor({ userId: id, id: factorId })).error).toBeNull();
    expect((await admin().mfa.listFactors({ userId: id })).data?.factors).toEqual([]);
    expect((await admin().mfa.listFactors({ userId: NOBODY })).error).toMatchObject({
      status: 404,
    });
  });
});

describe('everyone else', () => {
  const paths = ['/admin/users', `/admin/users/${NOBODY}`, '/admin/audit'];

  test.each(paths)('is refused at %s', async (path) => {
    const anonymous = await call(path);
    expect([401, 404]).toContain(anonymous.status);
    const { session } = await signedIn();
    const asUser = await call(path, { token: session.access_token });
    expect([403, 404]).toContain(asUser.status);
  });

  test('cannot make links, invite, create or delete', async () => {
    const { session, id } = await signedIn();
    const token = session.access_token;
    const json = { type: 'recovery', email: newEmail(), password: PASSWORD };
    for (const path of ['/admin/generate_link', '/invite', '/admin/users']) {
      expect(await call(path, { json, token })).toMatchObject({
        status: 403,
        body: { error_code: 'not_admin' },
      });
      expect((await call(path, { json })).status).toBe(401);
    }
    expect((await call(`/admin/users/${id}`, { method: 'DELETE', token })).status).toBe(403);
  });

  test('cannot raise their own rights through their profile', async () => {
    const { session } = await signedIn();
    const attempt = await call('/user', {
      method: 'PUT',
      json: { app_metadata: { role: 'owner' }, role: 'service_role' },
      token: session.access_token,
    });
    expect(attempt).toMatchObject({ status: 403, body: { error_code: 'not_admin' } });
    const unnoticed = await call('/user', {
      method: 'PUT',
      json: { role: 'service_role', email_confirmed_at: '2020-01-01', data: { role: 'owner' } },
      token: session.access_token,
    });
    expect(unnoticed.body).toMatchObject({ role: 'authenticated' });
  });
});
