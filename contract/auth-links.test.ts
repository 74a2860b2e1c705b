import { describe, expect, test } from 'vitest';
import {
  call,
  codeIn,
  follow,
  fragmentOf,
  linkIn,
  mailsTo,
  mailTo,
  newAccount,
  newClient,
  newEmail,
  PASSWORD,
  sharedApi,
  signedIn,
} from './auth-support.ts';

const origin = () => sharedApi().url;

async function sessionFrom(target: URL) {
  const client = newClient();
  const fragment = fragmentOf(target);
  const { error } = await client.auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  if (error) throw error;
  return client;
}

describe('a forgotten password', () => {
  test('is replaced through the link in the mail', async () => {
    const { email } = await newAccount();
    const { error } = await newClient().auth.resetPasswordForEmail(email, {
      redirectTo: `${origin()}/auth/reset-password`,
    });
    expect(error).toBeNull();
    const target = await follow(linkIn(await mailTo(email)));
    expect(target.pathname).toBe('/auth/reset-password');
    expect(fragmentOf(target).get('type')).toBe('recovery');
    const client = await sessionFrom(target);
    const updated = await client.auth.updateUser({ password: 'square and true 42' });
    expect(updated.error).toBeNull();
    const signIn = { email, password: 'square and true 42' };
    expect((await newClient().auth.signInWithPassword(signIn)).error).toBeNull();
  });

  test('of an address without account is answered alike, and no mail is sent', async () => {
    const email = newEmail('stranger');
    const { data, error } = await newClient().auth.resetPasswordForEmail(email);
    expect(error).toBeNull();
    expect(data).toEqual({});
    expect(await mailsTo(email)).toEqual([]);
    const again = await newClient().auth.resetPasswordForEmail(email);
    expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  });
});

describe('a link', () => {
  const recoveryLink = async () => {
    const { email } = await newAccount();
    await newClient().auth.resetPasswordForEmail(email);
    return { email, link: linkIn(await mailTo(email)) };
  };

  test('works once', async () => {
    const { link } = await recoveryLink();
    expect(fragmentOf(await follow(link)).get('access_token')).toBeTruthy();
    const replayed = fragmentOf(await follow(link));
    expect(Object.fromEntries(replayed)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
  });

  test('followed twice at the same moment lets in once', async () => {
    const { link } = await recoveryLink();
    const targets = await Promise.all([follow(link), follow(link), follow(link)]);
    const sessions = targets.filter((target) => fragmentOf(target).has('access_token'));
    expect(sessions).toHaveLength(1);
  });

  test('survives the scanners that look at it with HEAD', async () => {
    const { link } = await recoveryLink();
    for (let i = 0; i < 3; i += 1) {
      const response = await fetch(link, { method: 'HEAD', redirect: 'manual' });
      expect(response.status).toBe(200);
    }
    expect(fragmentOf(await follow(link)).get('access_token')).toBeTruthy();
  });

  test('is worthless for another purpose', async () => {
    const { link } = await recoveryLink();
    const asSignUp = await follow(link.replace('type=recovery', 'type=signup'));
    expect(fragmentOf(asSignUp).get('error_code')).toBe('otp_expired');
    const unknown = await follow(link.replace('type=recovery', 'type=anything'));
    expect(fragmentOf(unknown).get('error_code')).toBe('validation_failed');
    expect(fragmentOf(await follow(link)).get('access_token')).toBeTruthy();
  });

  test('asked for again replaces the one before', async () => {
    const { email, link } = await recoveryLink();
    await call('/otp', { json: { email, create_user: false } });
    const newer = linkIn(await mailTo(email, { count: 2 }));
    expect(fragmentOf(await follow(link)).get('error_code')).toBe('otp_expired');
    expect(fragmentOf(await follow(newer)).get('access_token')).toBeTruthy();
  });

  test.each([
    'https://evil.example/steal',
    '//evil.example',
    'javascript:alert(1)',
    'data:text/html,hi',
    'http://user:pw@evil.example/',
    'https://evil.example\\@127.0.0.1/',
    'http://127.0.0.1.evil.example/',
    'http://127.0.0.1@evil.example/',
  ])('never leads to %s', async (redirectTo) => {
    const { email } = await newAccount();
    await newClient().auth.resetPasswordForEmail(email, { redirectTo });
    const link = linkIn(await mailTo(email));
    expect(link).not.toContain('evil');
    expect((await follow(link)).origin).toBe(origin());

    const tampered = new URL(link);
    tampered.searchParams.set('redirect_to', redirectTo);
    expect((await follow(tampered.href)).origin).toBe(origin());
  });
});

describe('a magic link', () => {
  test('signs in without a password', async () => {
    const { email } = await newAccount();
    const { error } = await newClient().auth.signInWithOtp({ email });
    expect(error).toBeNull();
    const client = await sessionFrom(await follow(linkIn(await mailTo(email))));
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
  });

  test('makes an account where that is wanted, and not where it is not', async () => {
    const email = newEmail();
    const refused = await newClient().auth.signInWithOtp({
      email,
      options: { shouldCreateUser: false },
    });
    // Answered as for a known address: nobody learns which addresses have an account.
    expect(refused.error).toBeNull();
    expect(await mailsTo(email)).toEqual([]);
    const other = newEmail();
    await newClient().auth.signInWithOtp({ email: other, options: { data: { crew: 'A' } } });
    const mail = await mailTo(other);
    const client = newClient();
    const { data, error } = await client.auth.verifyOtp({
      email: other,
      token: codeIn(mail),
      type: 'email',
    });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({ crew: 'A' });
  });

  test('works by its hash alone', async () => {
    const { email } = await newAccount();
    await newClient().auth.signInWithOtp({ email });
    const hash = new URL(linkIn(await mailTo(email))).searchParams.get('token') ?? '';
    const client = newClient();
    const { error } = await client.auth.verifyOtp({ token_hash: hash, type: 'magiclink' });
    expect(error).toBeNull();
    const replay = await client.auth.verifyOtp({ token_hash: hash, type: 'magiclink' });
    expect(replay.error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  test('with PKCE ends in a code that only the asking browser can use', async () => {
    const { email } = await newAccount();
    const client = newClient(sharedApi(), { flowType: 'pkce' });
    await client.auth.signInWithOtp({
      email,
      options: { emailRedirectTo: `${origin()}/auth/login?from=mail` },
    });
    const link = linkIn(await mailTo(email));
    expect(link).toContain('token=pkce_');
    const target = await follow(link);
    expect(target.searchParams.get('from')).toBe('mail');
    expect(target.hash).toBe('');
    const code = target.searchParams.get('code') ?? '';

    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const again = await call('/token?grant_type=pkce', {
      json: { auth_code: code, code_verifier: 'x'.repeat(64) },
    });
    expect(again).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } });
  });

  test('with PKCE refuses a wrong verifier and burns the code', async () => {
    const { email } = await newAccount();
    const client = newClient(sharedApi(), { flowType: 'pkce' });
    await client.auth.signInWithOtp({ email });
    const target = await follow(linkIn(await mailTo(email)));
    const code = target.searchParams.get('code') ?? '';
    const stolen = await call('/token?grant_type=pkce', {
      json: { auth_code: code, code_verifier: 'x'.repeat(64) },
    });
    expect(stolen).toMatchObject({ status: 400, body: { error_code: 'bad_code_verifier' } });
    expect((await client.auth.exchangeCodeForSession(code)).error).not.toBeNull();
  });
});

test('a six-digit code stands five wrong guesses, then it is worthless', async () => {
  const { email } = await newAccount();
  await newClient().auth.signInWithOtp({ email });
  const right = codeIn(await mailTo(email));
  const client = newClient();
  for (let guess = 0; guess < 5; guess += 1) {
    const token = String((Number(right) + 1 + guess) % 1_000_000).padStart(6, '0');
    const { error } = await client.auth.verifyOtp({ email, token, type: 'email' });
    expect(error).toMatchObject({ status: 403, message: 'Token has expired or is invalid' });
  }
  const late = await client.auth.verifyOtp({ email, token: right, type: 'email' });
  expect(late.error).toMatchObject({ status: 403, code: 'otp_expired' });
});

describe('a change of address', () => {
  test('needs both mailboxes', async () => {
    const { client, email } = await signedIn();
    const wanted = newEmail('new');
    const { data, error } = await client.auth.updateUser({ email: wanted });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, new_email: wanted });

    const first = fragmentOf(await follow(linkIn(await mailTo(wanted))));
    expect(first.get('message')).toBe(
      'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    );
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    const second = await follow(linkIn(await mailTo(email)));
    expect(fragmentOf(second).get('type')).toBe('email_change');
    expect((await client.auth.getUser()).data.user?.email).toBe(wanted);
    const signIn = { email: wanted, password: PASSWORD };
    expect((await newClient().auth.signInWithPassword(signIn)).error).toBeNull();
  });

  test('to an address that is taken is answered alike, and its holder is left alone', async () => {
    const { email: taken } = await newAccount();
    const { client } = await signedIn();
    const { data, error } = await client.auth.updateUser({ email: taken });
    expect(error).toBeNull();
    expect(data.user?.new_email).toBe(taken);
    expect(await mailsTo(taken)).toEqual([]);
  });

  test('whose address was taken meanwhile fails at the last step', async () => {
    const { client, email } = await signedIn();
    const wanted = newEmail('contested');
    await client.auth.updateUser({ email: wanted });
    await follow(linkIn(await mailTo(wanted)));
    await newAccount(sharedApi(), { email: wanted });
    const target = fragmentOf(await follow(linkIn(await mailTo(email))));
    expect(target.get('error_code')).toBe('email_exists');
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
  });
});

describe('reauthentication', () => {
  test('mails a code that a password change accepts once', async () => {
    const { client, email } = await signedIn();
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const nonce = codeIn(await mailTo(email));
    const wrong = await client.auth.updateUser({
      password: 'yet another level 3',
      nonce: nonce === '000000' ? '000001' : '000000',
    });
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    const right = await client.auth.updateUser({ password: 'yet another level 3', nonce });
    expect(right.error).toBeNull();
    const replay = await client.auth.updateUser({ password: 'yet another level 4', nonce });
    expect(replay.error).toMatchObject({ code: 'reauthentication_not_valid' });
  });

  test('needs a session', async () => {
    expect(await call('/reauthenticate')).toMatchObject({ status: 401 });
  });
});

describe('sending again', () => {
  test('within a minute is refused with the seconds to wait', async () => {
    const email = newEmail();
    await newClient().auth.signUp({ email, password: PASSWORD });
    const answer = await call('/resend', { json: { type: 'signup', email } });
    expect(answer).toMatchObject({
      status: 429,
      body: { error_code: 'over_email_send_rate_limit' },
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(50);
  });

  test('to an unknown address says nothing and sends nothing', async () => {
    const unknown = newEmail();
    const { error } = await newClient().auth.resend({ type: 'signup', email: unknown });
    expect(error).toBeNull();
    expect(await mailsTo(unknown)).toEqual([]);
  });
});
