import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { call, mailTo, newClient, signedIn } from './auth-support.ts';

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });

async function withApp() {
  const person = await signedIn();
  const { data, error } = await person.client.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: 'Phone',
    issuer: 'Contract',
  });
  if (error) throw error;
  return { ...person, factorId: data.id, totp: data.totp };
}

async function withVerifiedApp() {
  const person = await withApp();
  const { error } = await person.client.auth.mfa.challengeAndVerify({
    factorId: person.factorId,
    code: codeOf(person.totp.secret),
  });
  if (error) throw error;
  return person;
}

describe('an authenticator app', () => {
  test('is set up with a QR code and raises the session', async () => {
    const { client, totp, factorId, email, password } = await withApp();
    const elsewhere = newClient();
    await elsewhere.auth.signInWithPassword({ email, password });
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    expect(totp.uri).toMatch(/^otpauth:\/\/totp\/Contract/);
    const before = (await client.auth.getSession()).data.session;

    const { data: challenge } = await client.auth.mfa.challenge({ factorId });
    expect(challenge?.expires_at).toBeGreaterThan(Date.now() / 1000 + 250);
    const { data, error } = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge?.id ?? '',
      code: codeOf(totp.secret),
    });
    expect(error).toBeNull();
    expect(decodeJwt(data?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);

    const old = await call('/token?grant_type=refresh_token', {
      json: { refresh_token: before?.refresh_token },
    });
    expect(old.status).toBe(400);
    expect((await elsewhere.auth.refreshSession()).error).toMatchObject({
      code: 'refresh_token_not_found',
    });
    const refreshed = await client.auth.refreshSession();
    expect(decodeJwt(refreshed.data.session?.access_token ?? '')['aal']).toBe('aal2');
  });

  test('is asked for at the next sign-in', async () => {
    const { email, password, factorId, totp } = await withVerifiedApp();
    const client = newClient();
    await client.auth.signInWithPassword({ email, password });
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const { error } = await client.auth.mfa.challengeAndVerify({
      factorId,
      code: codeOf(totp.secret, 1),
    });
    expect(error).toBeNull();
  });

  test('a code works once, a wrong one never, and a challenge once', async () => {
    const { client, factorId, totp, email, password } = await withApp();
    const wrong = await client.auth.mfa.challengeAndVerify({ factorId, code: '000000' });
    expect(wrong.error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    });
    const code = codeOf(totp.secret);
    const { data: challenge } = await client.auth.mfa.challenge({ factorId });
    const challengeId = challenge?.id ?? '';
    expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
    const reused = await client.auth.mfa.verify({ factorId, challengeId, code });
    expect(reused.error).toMatchObject({ code: 'mfa_ip_address_mismatch' });

    const other = newClient();
    await other.auth.signInWithPassword({ email, password });
    const replayed = await other.auth.mfa.challengeAndVerify({ factorId, code });
    expect(replayed.error).toMatchObject({ code: 'mfa_verification_failed' });
  });

  test('guesses at its codes run into a limit', async () => {
    const { client, factorId } = await withApp();
    const { data: challenge } = await client.auth.mfa.challenge({ factorId });
    const challengeId = challenge?.id ?? '';
    const codes: (string | undefined)[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const { error } = await client.auth.mfa.verify({ factorId, challengeId, code: '123456' });
      codes.push(error?.code);
    }
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('mfa_verification_failed'));
    expect(codes[11]).toBe('over_request_rate_limit');
  });

  test('protects password, address, other factors and itself from a session at aal1', async () => {
    const { email, password, factorId } = await withVerifiedApp();
    const client = newClient();
    await client.auth.signInWithPassword({ email, password });
    const changed = await client.auth.updateUser({ password: 'stolen session 99' });
    expect(changed.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    const moved = await client.auth.updateUser({ email: `x-${email}` });
    expect(moved.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    const second = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' });
    expect(second.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    const removed = await client.auth.mfa.unenroll({ factorId });
    expect(removed.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
  });

  test('removed, the session falls back to aal1', async () => {
    const { client, factorId } = await withVerifiedApp();
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    const { data } = await client.auth.refreshSession();
    expect(decodeJwt(data.session?.access_token ?? '')['aal']).toBe('aal1');
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([]);
  });

  test('names must differ, also when empty', async () => {
    const { client } = await withApp();
    const again = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
    const empty = await client.auth.mfa.enroll({ factorType: 'totp' });
    expect(empty.error).toMatchObject({ code: 'mfa_factor_name_conflict' });
  });

  test("is nobody else's business", async () => {
    const { factorId } = await withApp();
    const { client } = await signedIn();
    const { error } = await client.auth.mfa.challenge({ factorId });
    expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  });

  test('of another kind is refused in GoTrue words', async () => {
    const { client } = await signedIn();
    const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+15550100' });
    expect(phone.error).toMatchObject({ code: 'mfa_phone_enroll_not_enabled' });
    const none = await newClient().auth.mfa.enroll({ factorType: 'totp' });
    expect(none.error?.message).toContain('Bearer token');
  });
});

describe('a recovery code', () => {
  test('lets in once without the app, which can then be replaced', async () => {
    const { client, email, password, factorId } = await withVerifiedApp();
    const { data: codes, error } = await client.rpc('create_recovery_codes');
    expect(error).toBeNull();
    expect(codes).toHaveLength(10);

    const stranded = newClient();
    await stranded.auth.signInWithPassword({ email, password });
    const wrong = await stranded.rpc('use_recovery_code', {
      code_param: 'aaaaa-bbbbb-ccccc-ddddd',
    });
    expect(wrong.data).toBe(false);
    const code = String(codes[3]).toUpperCase().replaceAll('-', ' ');
    expect((await stranded.rpc('use_recovery_code', { code_param: code })).data).toBe(true);
    const { data } = await stranded.auth.refreshSession();
    expect(decodeJwt(data.session?.access_token ?? '')['aal']).toBe('aal2');
    expect((await stranded.rpc('recovery_codes_left')).data).toBe(9);
    expect((await stranded.rpc('use_recovery_code', { code_param: code })).data).toBe(false);
    expect((await stranded.auth.mfa.unenroll({ factorId })).error).toBeNull();
    expect((await mailTo(email)).subject).toBe('A recovery code was used');
  });

  test('is neither made at aal1 nor guessed', async () => {
    const { client, email, password } = await withVerifiedApp();
    await client.rpc('create_recovery_codes');
    const thief = newClient();
    await thief.auth.signInWithPassword({ email, password });
    const made = await thief.rpc('create_recovery_codes');
    expect(made.error).toMatchObject({ hint: 'second_factor_needed' });
    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, guess) =>
        thief.rpc('use_recovery_code', { code_param: `guess-${guess}` }),
      ),
    );
    expect(guesses.filter(({ data }) => data === false)).toHaveLength(5);
    expect(
      guesses.filter(({ error }) => error?.hint === 'too_many_recovery_attempts'),
    ).toHaveLength(3);
  });
});
