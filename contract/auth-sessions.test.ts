import { AuthApiError, AuthSessionMissingError } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { call, mailTo, newAccount, newClient, sharedApi, signedIn } from './auth-support.ts';

const refresh = (token: string) =>
  call('/token?grant_type=refresh_token', { json: { refresh_token: token } });

describe('signing in', () => {
  test('gives a session whose token carries the claims policies read', async () => {
    const account = await newAccount();
    const { data, error } = await newClient().auth.signInWithPassword(account);
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    const claims = decodeJwt(data.session?.access_token ?? '');
    expect(claims).toMatchObject({
      sub: account.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: account.email,
      phone: '',
      aal: 'aal1',
      is_anonymous: false,
      app_metadata: { provider: 'email' },
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.any(String),
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
  });

  test('verifies against the published keys', async () => {
    const { client } = await signedIn();
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.header).toMatchObject({ alg: 'ES256' });
  });

  test('is not case-sensitive about the address', async () => {
    const { email, password } = await newAccount();
    const { error } = await newClient().auth.signInWithPassword({
      email: email.toUpperCase(),
      password,
    });
    expect(error).toBeNull();
  });

  test('says the same for a wrong password and an unknown address', async () => {
    const { email } = await newAccount();
    const wrong = await newClient().auth.signInWithPassword({ email, password: 'not this one' });
    const unknown = await newClient().auth.signInWithPassword({
      email: `nobody-${email}`,
      password: 'not this one',
    });
    for (const { error } of [wrong, unknown]) {
      expect(error).toBeInstanceOf(AuthApiError);
      expect(error).toMatchObject({
        status: 400,
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      });
    }
  });
});

describe('refreshing', () => {
  test('rotates the token and keeps the session', async () => {
    const { client, session } = await signedIn();
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(decodeJwt(data.session?.access_token ?? '')['session_id']).toBe(
      decodeJwt(session.access_token)['session_id'],
    );
  });

  test('with one token many times at once gives all the same new one', async () => {
    const { session } = await signedIn();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => refresh(session.refresh_token)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(new Set(answers.map(({ body }) => body['refresh_token'])).size).toBe(1);
  });

  test('again after a lost answer gives the token that was lost', async () => {
    const { session } = await signedIn();
    const first = await refresh(session.refresh_token);
    const second = await refresh(String(first.body['refresh_token']));
    const late = await refresh(session.refresh_token);
    expect(late.status).toBe(200);
    expect(late.body['refresh_token']).toBe(second.body['refresh_token']);
  });

  test('with a token nobody issued says so', async () => {
    const { data, error } = await newClient().auth.refreshSession({ refresh_token: 'made-up' });
    expect(data.session).toBeNull();
    expect(error).toMatchObject({
      status: 400,
      code: 'refresh_token_not_found',
      message: 'Invalid Refresh Token: Refresh Token Not Found',
    });
  });
});

describe('signing out', () => {
  const threeDevices = async () => {
    const { client: first, email, password } = await signedIn();
    const second = newClient();
    const third = newClient();
    await second.auth.signInWithPassword({ email, password });
    await third.auth.signInWithPassword({ email, password });
    return [first, second, third] as const;
  };
  const alive = async (client: ReturnType<typeof newClient>) => {
    const { data } = await client.auth.getSession();
    const token = data.session?.access_token;
    return token === undefined ? false : (await call('/user', { token })).status === 200;
  };

  test('everywhere', async () => {
    const [first, second, third] = await threeDevices();
    expect((await first.auth.signOut({ scope: 'global' })).error).toBeNull();
    expect(await Promise.all([first, second, third].map(alive))).toEqual([false, false, false]);
    expect((await second.auth.refreshSession()).error).toMatchObject({
      code: 'refresh_token_not_found',
    });
  });

  test('here only', async () => {
    const [first, second, third] = await threeDevices();
    await first.auth.signOut({ scope: 'local' });
    expect(await Promise.all([first, second, third].map(alive))).toEqual([false, true, true]);
  });

  test('everywhere else', async () => {
    const [first, second, third] = await threeDevices();
    await first.auth.signOut({ scope: 'others' });
    expect(await Promise.all([first, second, third].map(alive))).toEqual([true, false, false]);
  });

  test('in no other way', async () => {
    const { session } = await signedIn();
    const answer = await call('/logout?scope=some', { json: {}, token: session.access_token });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });

  test('leaves a token that the API refuses as a missing session', async () => {
    const { client, session } = await signedIn();
    await call('/logout', { json: {}, token: session.access_token });
    const { error } = await client.auth.getUser(session.access_token);
    expect(error).toBeInstanceOf(AuthSessionMissingError);
    const raw = await call('/user', { token: session.access_token });
    expect(raw).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
  });
});

describe('changing the password', () => {
  test('ends all other sessions, keeps this one and tells the owner', async () => {
    const { client, email, password } = await signedIn();
    const other = newClient();
    await other.auth.signInWithPassword({ email, password });
    const { error } = await client.auth.updateUser({ password: 'a brand new level 8' });
    expect(error).toBeNull();
    expect((await other.auth.refreshSession()).error).toMatchObject({
      code: 'refresh_token_not_found',
    });
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await newClient().auth.signInWithPassword({ email, password })).error).toMatchObject({
      code: 'invalid_credentials',
    });
    expect((await mailTo(email)).subject).toBe('Your password was changed');
  });

  test('to the same one is refused', async () => {
    const { client, password } = await signedIn();
    const { error } = await client.auth.updateUser({ password });
    expect(error).toMatchObject({ status: 422, code: 'same_password' });
  });

  test('checks the current one where it is given', async () => {
    const { session } = await signedIn();
    const answer = await call('/user', {
      method: 'PUT',
      json: { password: 'a brand new level 8', current_password: 'wrong one here' },
      token: session.access_token,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error_code: 'current_password_mismatch' },
    });
  });
});

test('metadata is merged, and a key set to null is removed', async () => {
  const { client } = await signedIn();
  await client.auth.updateUser({ data: { language: 'es', shirt: 'L' } });
  const { data } = await client.auth.updateUser({ data: { shirt: null, boots: 44 } });
  expect(data.user?.user_metadata).toEqual({ language: 'es', boots: 44 });
});

test('devices are listed with program and address, and one can be signed out', async () => {
  const { client, email, password } = await signedIn();
  const phone = newClient(sharedApi(), { headers: { 'user-agent': 'Phone/1.0' } });
  await phone.auth.signInWithPassword({ email, password });
  const { data: devices } = await client.rpc('my_sessions');
  expect(devices).toHaveLength(2);
  const lost = devices.find((device: { user_agent: string }) => device.user_agent === 'Phone/1.0');
  expect(lost).toMatchObject({
    aal: 'aal1',
    current: false,
    ip: expect.stringMatching(/^(127|::1)/),
  });
  expect((await client.rpc('end_my_session', { id_param: lost.id })).data).toBe(true);
  expect((await phone.auth.refreshSession()).error).not.toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
});
