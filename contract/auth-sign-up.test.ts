import { AuthApiError, AuthWeakPasswordError } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import {
  codeIn,
  follow,
  fragmentOf,
  linkIn,
  mailTo,
  newAccount,
  newClient,
  newEmail,
  PASSWORD,
  sharedApi,
} from './auth-support.ts';

const origin = () => sharedApi().url;

describe('signing up', () => {
  test('answers without a session and confirms through the link in the mail', async () => {
    const client = newClient();
    const email = newEmail();
    const { data, error } = await client.auth.signUp({
      email,
      password: PASSWORD,
      options: {
        data: { first_name: 'Ana', last_name: 'Ruiz' },
        emailRedirectTo: `${origin()}/auth/login`,
      },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email,
      user_metadata: { first_name: 'Ana', last_name: 'Ruiz' },
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect(data.user?.identities).toHaveLength(1);
    expect(data.user?.email_confirmed_at).toBeUndefined();

    const early = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({
      message: 'Email not confirmed',
      code: 'email_not_confirmed',
    });

    const mail = await mailTo(email);
    const target = await follow(linkIn(mail));
    expect(`${target.origin}${target.pathname}`).toBe(`${origin()}/auth/login`);
    const fragment = fragmentOf(target);
    expect(fragment.get('type')).toBe('signup');
    expect([...fragment.keys()]).toEqual([...fragment.keys()].sort());
    const restored = await client.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect(restored.error).toBeNull();
    expect(restored.data.user?.email_confirmed_at).toBeTruthy();

    const later = await newClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(later.error).toBeNull();
  });

  test('confirms with the code of the mail as well', async () => {
    const client = newClient();
    const email = newEmail();
    await client.auth.signUp({ email, password: PASSWORD });
    const token = codeIn(await mailTo(email));
    const { data, error } = await client.auth.verifyOtp({ email, token, type: 'signup' });
    expect(error).toBeNull();
    expect(data.session?.access_token).toBeTruthy();
    expect(data.user?.email_confirmed_at).toBeTruthy();
  });

  test('tells a stranger nothing about an address that has an account', async () => {
    const { email } = await newAccount();
    const chosen = 'chosen by a stranger 1';
    const { data, error } = await newClient().auth.signUp({ email, password: chosen });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user?.email).toBe(email);
    // Later as well: told to confirm, as for a new address.
    const early = await newClient().auth.signInWithPassword({ email, password: chosen });
    expect(early.error).toMatchObject({ code: 'email_not_confirmed' });
    expect(data.user?.identities).toHaveLength(1);
    expect(data.user?.role).toBe('authenticated');
    const mail = await mailTo(email);
    expect(mail.subject).toBe('You already have an account');
    const other = await newClient().auth.signUp({ email: newEmail(), password: PASSWORD });
    expect(Object.keys(data.user ?? {}).sort()).toEqual(Object.keys(other.data.user ?? {}).sort());
    const stranger = await newClient().auth.signInWithPassword({ email, password: 'not it 12345' });
    expect(stranger.error).toMatchObject({ code: 'invalid_credentials' });
  });

  test('tells who forgot their account by mail, and leads to sign-in and a new password', async () => {
    const { email, password } = await newAccount();
    const signUp = { email, password: 'another good one 5' };
    const options = { emailRedirectTo: `${origin()}/auth/login` };
    await newClient().auth.signUp({ ...signUp, options });
    const mail = await mailTo(email);
    expect(mail.links).toEqual([`${origin()}/auth/login`, `${origin()}/auth/forgot-password`]);
    expect(mail.text).not.toMatch(/token=|^\d{6}$/m);
    expect(mail.html).toContain(`<a href="${origin()}/auth/forgot-password"`);
    expect((await newClient().auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  test('tells it again to who asks for the confirmation again', async () => {
    const { email } = await newAccount();
    expect((await newClient().auth.resend({ type: 'signup', email })).error).toBeNull();
    expect((await mailTo(email)).subject).toBe('You already have an account');
  });

  test('again within a minute with an address that never confirmed has to wait', async () => {
    const email = newEmail();
    await newClient().auth.signUp({ email, password: PASSWORD });
    const repeated = await newClient().auth.signUp({ email, password: 'another good one 5' });
    expect(repeated.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(repeated.error?.message).toMatch(
      /^For security purposes, you can only request this after \d+ seconds\.$/,
    );
  });

  test.each([
    ['short', 'abc 123', ['length']],
    ['common', 'password123', ['pwned']],
    ['common in capitals', 'PASSWORD1', ['pwned']],
  ])('refuses a %s password with reasons', async (_name, password, reasons) => {
    const { error } = await newClient().auth.signUp({ email: newEmail(), password });
    expect(error).toBeInstanceOf(AuthWeakPasswordError);
    expect((error as AuthWeakPasswordError).reasons).toEqual(reasons);
    expect(error?.status).toBe(422);
  });

  test('refuses more than 72 bytes instead of cutting them', async () => {
    const password = 'ñandú-'.repeat(10);
    const { error } = await newClient().auth.signUp({ email: newEmail(), password });
    expect(error).toBeInstanceOf(AuthApiError);
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(error?.message).toContain('Password cannot be longer than 72 characters');
  });

  test.each(['a', 'no-at.example.com', 'two@@example.com', 'x@y', 'a b@example.com'])(
    'refuses the address "%s"',
    async (email) => {
      const { error } = await newClient().auth.signUp({ email, password: PASSWORD });
      expect(error).toMatchObject({
        status: 422,
        code: 'validation_failed',
        message: 'Unable to validate email address: invalid format',
      });
    },
  );

  test('writes Spanish mail to who speaks Spanish, by metadata or by browser', async () => {
    const byMetadata = newEmail();
    await newClient().auth.signUp({
      email: byMetadata,
      password: PASSWORD,
      options: { data: { language: 'es' } },
    });
    expect((await mailTo(byMetadata)).subject).toBe('Confirma tu correo electrónico');

    const byBrowser = newEmail();
    const client = newClient(sharedApi(), {
      headers: { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' },
    });
    await client.auth.signUp({ email: byBrowser, password: PASSWORD });
    const mail = await mailTo(byBrowser);
    expect(mail.subject).toBe('Confirma tu correo electrónico');
    expect(mail.html).toContain('<html lang="es">');
    expect(mail.text).toContain(linkIn(mail));
  });
});
